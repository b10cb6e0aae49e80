// Toolerr-vet finds errors that reach clients and models in the wrong form, see package analyzer:
//
//	toolerr-vet ./...
//	toolerr-vet -fix -diff ./...
//
// It runs go vet with itself as the tool, whose cache keeps what is known about packages that did
// not change, and takes the flags of go vet. The flags -leak, -shape and -accepted select
// analyzers. go fix runs it, too:
//
//	go fix -fixtool=$(which toolerr-vet) ./...
package main

import (
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/toolerr/toolerr/analyzer"
)

func main() {
	if isTool(os.Args[1:]) {
		unitchecker.Main(analyzer.Analyzers...)
	}
	self, err := os.Executable()
	if err != nil {
		log.Fatal("toolerr-vet: ", err)
	}
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + self}, os.Args[1:]...)...)
	var out strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, &out
	if err := cmd.Run(); cmd.ProcessState == nil {
		log.Fatal("toolerr-vet: ", err)
	}
	printed := map[string]bool{} // several packages may import both ends of a way
	for line := range strings.Lines(out.String()) {
		if !printed[line] {
			printed[line] = true
			os.Stderr.WriteString(line)
		}
	}
	os.Exit(cmd.ProcessState.ExitCode())
}

// isTool reports whether the go command runs this program as its tool, or a user asks for help.
func isTool(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return arg == "-flags" || arg == "-V=full" || strings.HasSuffix(arg, ".cfg")
	}) || len(args) > 0 && args[0] == "help"
}
