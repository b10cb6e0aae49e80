//go:build !unix

package procgroup

import (
	"os"
	"os/exec"
	"syscall"
)

// New does nothing: there are no process groups.
func New(*exec.Cmd) {}

// Signal sends a signal to a program.
func Signal(p *os.Process, s syscall.Signal) error { return p.Signal(s) }
