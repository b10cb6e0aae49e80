// Package texts makes public texts.
package texts

import (
	"os"

	"github.com/toolerr/toolerr/errkit"
)

func ring() error {
	if err := os.Remove("x"); err != nil {
		return errkit.New(errkit.Internal, errkit.Text(err.Error())) // want `errkit.Text sends the text of an error of os.Remove`
	}
	if err := os.Remove("x"); err != nil {
		return errkit.New(errkit.Internal, errkit.Textf("failed: %s", err.Error())) // want `errkit.Textf sends the text of an error of os.Remove`
	}
	if err := os.Remove("newf"); err != nil {
		return errkit.Newf(errkit.Internal, "failed: %s", err.Error()) // want `errkit.Newf sends the text of an error of os.Remove`
	}
	if err := os.Remove("wrapf"); err != nil {
		return errkit.Wrapf(err, errkit.Internal, "failed: %s", err.Error()) // want `errkit.Wrapf sends the text of an error of os.Remove`
	}
	if err := os.Remove("x"); err != nil {
		return errkit.New(errkit.Internal, errkit.Textf("failed: %s", err)) // the public text
	}
	return errkit.Wrap(os.Remove("x"), errkit.Internal, "It failed.")
}
