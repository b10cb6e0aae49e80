package errkit

import "fmt"

// Text is public text, which users and models see. Constants convert to it implicitly, variables do not:
//
//	errkit.New(errkit.NotFound, "There is no such bell.") // compiles
//	errkit.New(errkit.NotFound, err.Error())              // does not
//	errkit.New(errkit.NotFound, fmt.Sprintf("no %s", id)) // does not
//
// [Textf] formats values into public text. The conversion errkit.Text(s) declares any string as public; a review can
// search for such conversions.
type Text string

// A Code is the application's own stable code for a failure, such as "no_such_bell", for client programs. It is a target of
// [errors.Is]; the empty code matches no error.
type Code string

// Error returns the code. It makes a Code a target of errors.Is; a Code that is returned as an error is uncoded, see
// [From].
func (c Code) Error() string { return string(c) }

const hidden = "[private]"

// Textf formats public text as [fmt.Sprintf] does, with three exceptions: an error among args prints its [PublicText], a
// [Code] itself, and a [Private], or a value that contains an error or a Private, "[private]". All other values become
// public text.
func Textf(format Text, args ...any) Text {
	safe := make([]any, len(args))
	for i, a := range args {
		safe[i] = publicArg(a)
	}
	return Text(fmt.Sprintf(string(format), safe...))
}

func publicArg(a any) any {
	switch a := a.(type) {
	case nil:
		return nil
	case Code:
		return string(a)
	case error:
		return string(PublicText(a))
	case Error:
		return string(a.text())
	}
	if holdsSecret(a) {
		return Private{} // prints as "[private]" for every verb
	}
	return a
}

// PublicText returns the public text of err: the message of [From](err), or the default text of its kind. It is "" for nil.
func PublicText(err error) Text {
	if err == nil {
		return ""
	}
	f := find(err)
	if f.err != nil {
		return f.err.text()
	}
	return f.kind.Text()
}
