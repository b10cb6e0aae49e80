// Package fiber has the names of github.com/gofiber/fiber/v2 that the tests use.
package fiber

type Map map[string]any

type Ctx struct{}

func (c *Ctx) Status(int) *Ctx              { return c }
func (c *Ctx) JSON(data any) error          { return nil }
func (c *Ctx) SendString(body string) error { return nil }

type Error struct{}

func (e *Error) Error() string { return "" }

func NewError(code int, message ...string) *Error { return &Error{} }
