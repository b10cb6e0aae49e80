// Package echoerr, for applications, makes servers of github.com/labstack/echo/v5 respond with
// the errors of this module, in one line:
//
//	e := echo.New()
//	echoerr.Install(e, &nethttp.API{Dialect: oxp.Dialect{}})
//	e.GET("/bells/:bell", ring) // returns errors of package errkit or any other
//
// Panics, errors of handlers and binders, and the 404 and 405 of the router are rendered in the
// dialect of the API, and their causes are reported by its boundary. Errors of echo keep their
// status. Their texts are not sent: echo.NewHTTPError(500, err.Error()) has a text that is
// private. A text for clients is the Message of an errkit.Error.
//
// What is written to the Response of a context after its handler has returned, as by a
// goroutine, is refused with an error. A goroutine must not keep the context itself: echo
// uses it for another request.
package echoerr
