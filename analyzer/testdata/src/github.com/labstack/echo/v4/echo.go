// Package echo has the names of github.com/labstack/echo/v4 that the tests use.
package echo

type Context interface {
	JSON(code int, i any) error
	String(code int, s string) error
}

type HTTPError struct {
	Code    int
	Message any
}

func (e *HTTPError) Error() string { return "" }

func NewHTTPError(code int, message ...any) *HTTPError { return &HTTPError{Code: code} }
