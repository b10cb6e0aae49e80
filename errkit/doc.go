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
//	Field       Error()  JSON  log  who reads it
//	Kind        -        yes   yes  client programs
//	Retry       -        yes   yes  user and model
//	Stage       -        yes   yes  client programs
//	Status      -        yes   yes  client programs
//	Upstream    -        yes   yes  client programs
//	RetryAfter  -        yes   yes  user and model
//	Code        -        yes   yes  client programs
//	Message     yes      yes   yes  user and model
//	Hint        -        yes   yes  user and model
//	Fields      -        yes   yes  user and model
//	Details     -        yes   yes  client programs
//	Needs       -        yes   yes  user and model
//	Dev         -        -     yes  developers: OXP's developer_message, the log
//	Err         -        -     yes  the log alone
//	Ref         -        yes   yes  client programs
//	Peer        -        -     yes  developers: the log
//
// Error() stands for %v, %s and %q too, and is the standing text of Kind where
// Message is empty. JSON is the canonical JSON, [Error.MarshalJSON], which has a
// place for every public field; a protocol has places for some of them. The log
// is [Error.LogValue]; of Peer it leaves out the document itself. For a terminal
// %+v shows Dev and the chain of causes too.
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
