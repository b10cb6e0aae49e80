//go:build unix

package procgroup

import (
	"os"
	"os/exec"
	"syscall"
)

// New gives a program that is not started yet a process group of its own. A Ctrl-C of the terminal does not reach it.
func New(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Signal sends a signal to the group of a program that has not been waited for: its number may be another's then.
func Signal(p *os.Process, s syscall.Signal) error { return syscall.Kill(-p.Pid, s) }
