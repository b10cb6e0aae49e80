package errkit

import "fmt"

// Text is public text: people and models read it.
//
// Constants convert to it and variables do not, so that what compiles was
// written as public by its author:
//
//	errkit.New(errkit.NotFound, "There is no such bell.") // compiles
//	errkit.New(errkit.NotFound, err.Error())              // does not
//	errkit.New(errkit.NotFound, fmt.Sprintf("no %s", id)) // does not
//
// [Textf] makes public text with values in it. errkit.Text(s) turns any string
// into public text: a deliberate act, which a review can search for.
type Text string

// Code is the application's own stable code for a failure, such as
// "no_such_bell": an open set, for client programs. It is a target of
// [errors.Is]; the empty code matches nothing.
type Code string

// Error makes a Code a target of errors.Is. Returned by itself it is no coded
// error: put it into an [Error].
func (c Code) Error() string { return string(c) }

const hidden = "[private]"

// Textf formats public text as [fmt.Sprintf] does. An error among args prints
// its public text alone, which is the standing text of [Internal] for an error
// that this package does not know, and a [Code] itself; a [Private], or a value
// that holds an error or a Private somewhere inside, prints "[private]". Other
// values print as they are: what they say is public from here on.
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
		return Private{} // says so under every verb
	}
	return a
}

// PublicText returns the text of err that may be shown to users and models: its
// message, or the standing text of its kind. It is empty for nil.
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
