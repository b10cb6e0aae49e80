package errkittest

// HandlerWithin is Handler with the time for each answer, and for the end of the server.
var HandlerWithin = handler
