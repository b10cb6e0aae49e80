// Package ginerr, for applications, makes engines of github.com/gin-gonic/gin respond with the
// errors of this module, in one line:
//
//	engine := gin.New() // without gin.Recovery
//	ginerr.Install(engine, &nethttp.API{Dialect: oxp.Dialect{}})
//	engine.GET("/bells/:bell", ginerr.Handle(ring)) // func(*gin.Context) error
//
// Panics, the errors that handlers add with Context.Error or return by [Handle], and the 404 and
// 405 of the router are rendered in the dialect of the API, and their causes are reported by its
// boundary. The status that a handler has set, as by AbortWithError, stays, unless the boundary
// knows the error, such as one of validation. The text of an error is private, unless its type is
// gin.ErrorTypePublic, which gin defines as public. An error of the type gin.ErrorTypeBind, as
// Context.Bind adds it, is about the request if nothing else is known about it.
//
// A handler may respond itself: the errors of a response of 400 to 599 are only reported, and those
// that it adds to a response of 200 to 399 are left to the program, such as to gin.Logger. An error
// that [Handle] gets after the start of such a response ends it.
//
// The fields in the errors of gin's validator have their Go names, unless the program calls
// RegisterTagNameFunc of its engine.
//
// What is written to the Writer of a context after its handler has returned, as by a goroutine, is
// refused with an error. A goroutine must not keep the context itself (gin has Context.Copy):
// gin uses it for another request.
package ginerr
