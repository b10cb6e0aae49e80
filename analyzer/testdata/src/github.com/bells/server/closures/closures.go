// Package closures has errors that variables, function values and structs keep.
package closures

import (
	"errors"
	"fmt"
	"net/http"
	"os"

	"example.com/foreign"
)

var errBell = errors.New("no bell")

// assigned has the error of a function literal that runs before.
func assigned(w http.ResponseWriter) {
	var err error
	func() { err = os.Remove("x") }()
	http.Error(w, err.Error(), 503) // want `http.Error sends the text of an error of os.Remove`
}

// captured has the error of the function around the literal.
func captured(w http.ResponseWriter) {
	err := errBell
	if w != nil {
		err = os.Remove("x")
	}
	defer func() {
		func() { http.Error(w, err.Error(), 503) }() // want `http.Error sends the text of an error of os.Remove`
	}()
	err = errBell
}

// called has the result of a function literal.
func called(w http.ResponseWriter) {
	remove := func(name string) error { return os.Remove(name) }
	http.Error(w, remove("x").Error(), 503) // want `http.Error sends the text of an error of os.Remove`
	bell := func() error { return errBell }
	http.Error(w, bell().Error(), 503)
}

// passed gives a function to another one, which calls it.
func passed(w http.ResponseWriter, run func() error) {
	http.Error(w, run().Error(), 503)
}

type failure struct {
	text  string
	cause error
}

func newFailure(ok bool) *failure {
	f := &failure{text: "no bell", cause: os.Remove("x")}
	if ok {
		f = &failure{text: "a bell", cause: os.Remove("y")}
	}
	return f
}

// fields has fields of structs.
func fields(w http.ResponseWriter, ok bool) {
	f := failure{text: "no bell", cause: os.Remove("x")}
	http.Error(w, f.text, 503)
	p := &failure{text: "no bell", cause: os.Remove("x")}
	if ok {
		p = &failure{text: "a bell", cause: os.Mkdir("y", 0)}
	}
	http.Error(w, p.cause.Error(), 503) // want `http.Error sends the text of an error of os.`
	show(w, p)                          // want `closures.show, which calls http.Error sends the text of an error of os.`
	http.Error(w, newFailure(ok).text, 503)
}

func show(w http.ResponseWriter, f *failure) { http.Error(w, f.cause.Error(), 503) }

// recognized are errors that a condition knows.
func recognized(w http.ResponseWriter, err error) {
	err = os.Remove("x")
	if err == errBell {
		http.Error(w, err.Error(), 404)
	} else if errBell == err {
		http.Error(w, err.Error(), 404)
	} else if errors.Is(err, errBell) {
		http.Error(w, err.Error(), 404)
	} else if err != errBell {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove`
	}
	var own *bellError
	if errors.As(err, &own) {
		http.Error(w, err.Error(), 404)
	}
	var path *os.PathError
	if errors.As(err, &path) {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove`
	}
	if _, ok := err.(*bellError); ok {
		http.Error(w, err.Error(), 404)
	}
	if _, ok := err.(*os.PathError); ok {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.Remove`
	}
}

type bellError struct{ bell string }

func (e *bellError) Error() string { return "no bell " + e.bell }

// appended has texts in a slice and in bytes.
func appended(w http.ResponseWriter) {
	var texts []string
	texts = append(texts, os.Remove("x").Error())
	fmt.Fprint(w, texts) // want `fmt.Fprint sends the text of an error of os.Remove`
	defer func() {
		fmt.Fprint(w, recover()) // want `fmt.Fprint sends the text of an error of recover`
	}()
	go http.Error(w, os.Remove("x").Error(), 503) // want `http.Error sends the text of an error of os.Remove`
}

// typed has errors of types of other modules.
func typed(w http.ResponseWriter, err *foreign.Error) {
	fmt.Fprint(w, err)
}
