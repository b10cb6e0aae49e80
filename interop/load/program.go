package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A program is what a process runs. In args and file, $listen is the address at which it listens,
// $NAME that of the program NAME which was started before it, $file the name of a file with the
// text of file, and $timeout how long a front waits for its upstream. ${NAME:host} and
// ${NAME:port} are the parts of an address.
type program struct {
	name        string
	install     string // a script that prints the path of the program, if it is not built
	module, pkg string // the folder of its module, and its package
	args        []string
	file        file // nil: none
	socket      bool // it gets the socket of its address as file 3
}

// build builds the program into a folder, unless it was built there before or is in that of
// PROGRAMS, which has those of a release, and returns its path.
func (p *program) build(ctx context.Context, dir string) (string, error) {
	if p.install != "" {
		path, err := exec.CommandContext(ctx, "bash", p.install).Output()
		return strings.TrimSpace(string(path)), err
	}
	if exe := filepath.Join(os.Getenv("PROGRAMS"), filepath.Base(p.pkg)); os.Getenv("PROGRAMS") != "" {
		if _, err := os.Stat(exe); err == nil {
			return exe, nil
		}
	}
	exe := filepath.Join(dir, strings.NewReplacer("/", "-", ".", "").Replace(p.module+"-"+p.pkg))
	if _, err := os.Stat(exe); err == nil {
		return exe, nil
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", exe, p.pkg)
	build.Dir = p.module
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return exe, nil
}

// command returns the command that runs the program, with values for its arguments. It adds the
// program's address, which is free.
func (p *program) command(ctx context.Context, dir string, values map[string]string) (*exec.Cmd, error) {
	exe, err := p.build(ctx, dir)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	values["listen"] = listener.Addr().String()
	values[p.name] = values["listen"]
	var socket *os.File
	if p.socket {
		if socket, err = listener.(*net.TCPListener).File(); err != nil {
			return nil, err
		}
	}
	if err := listener.Close(); err != nil {
		return nil, err
	}
	value := func(name string) string {
		name, part, _ := strings.Cut(name, ":")
		host, port, _ := net.SplitHostPort(values[name])
		switch part {
		case "host":
			return host
		case "port":
			return port
		}
		return values[name]
	}
	if p.file != nil {
		config, err := p.file()
		if err != nil {
			return nil, err
		}
		values["file"] = filepath.Join(dir, p.name+".yaml") // Envoy needs this extension
		if err := os.WriteFile(values["file"], []byte(os.Expand(config, value)), 0o600); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, exe)
	for _, arg := range p.args {
		cmd.Args = append(cmd.Args, os.Expand(arg, value))
	}
	if socket != nil {
		cmd.ExtraFiles = []*os.File{socket}
	}
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	return cmd, nil
}
