// Package errkit is the value that this module is about: the failure of a tool
// call, made once, where it happens, and said in every protocol by others.
//
// Business code imports this package alone. Start with [Error], written as a
// literal, or with [New], [Wrap] and [Invalid]:
//
//	return errkit.New(errkit.NotFound, "There is no bell with this id.")
//
// # Who reads what
//
// What an author writes as public reaches users and models. Causes do not,
// whatever they say.
//
// (table)
//
// Error() and %v also stand for %s and %q. "The wire" is any protocol that has a
// slot for the field; the canonical JSON has one for every public field.
//
// # A forgotten kind says nothing
//
// The zero [Kind] is [Internal]. An error that nobody coded becomes Internal with
// its standing text; its own text goes to the log, as the cause.
//
// # Public text
//
// [Text] is a type of its own, and a variable does not convert to it by itself:
// errkit.New(kind, err.Error()) does not compile. [Textf] is for values in a
// text. [Private] is the opposite: it prints "[private]" wherever it goes.
//
// # A promise about bytes
//
// Names of kinds and the members of the canonical JSON ([Error.MarshalJSON]) do
// not change within a major version; members are added. Standing texts and the
// output of %+v and LogValue may change in any version.
package errkit
