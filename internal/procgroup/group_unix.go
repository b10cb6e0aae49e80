//go:build unix

package procgroup

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// Set gives a program that is not started yet a process group of its own. A Ctrl-C of the
// terminal does not reach it.
func Set(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Signal sends s to the process group of p, whose members may outlive p. The error is
// [os.ErrProcessDone] if there are none. It must not be called long after p was waited for: the
// system may use its number again.
func Signal(p *os.Process, s syscall.Signal) error {
	if err := syscall.Kill(-p.Pid, s); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}
