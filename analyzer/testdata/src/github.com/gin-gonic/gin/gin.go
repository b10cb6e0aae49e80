// Package gin has the names of github.com/gin-gonic/gin that the tests use.
package gin

type H map[string]any

type Context struct{}

func (c *Context) JSON(code int, obj any)                        {}
func (c *Context) AbortWithStatusJSON(code int, obj any)         {}
func (c *Context) String(code int, format string, values ...any) {}
func (c *Context) ShouldBindJSON(obj any) error                  { return nil }
