// Package frameworks has handlers of frameworks.
package frameworks

import (
	"net/http"
	"os"

	"connectrpc.com/connect"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/render"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/ory/fosite"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func onGin(c *gin.Context) {
	if err := os.Remove("x"); err != nil {
		c.JSON(500, gin.H{"error": err.Error()})                             // want `gin.Context.JSON sends the text of an error of os.Remove`
		c.AbortWithStatusJSON(404, gin.H{"error": "failed: " + err.Error()}) // want `gin.Context.AbortWithStatusJSON sends the text of an error of os.Remove`
		c.String(500, "failed: %v", err)                                     // want `gin.Context.String sends the text of an error of os.Remove`
		c.JSON(500, gin.H{"error": err})
	}
}

func onEcho(c echo.Context) error {
	if err := os.Remove("x"); err != nil {
		return c.JSON(500, map[string]string{"error": err.Error()}) // want `echo.Context.JSON sends the text of an error of os.Remove`
	}
	if err := os.Remove("x"); err != nil {
		return echo.NewHTTPError(500, err.Error()) // want `echo.NewHTTPError sends the text of an error of os.Remove`
	}
	if err := os.Remove("x"); err != nil {
		return &echo.HTTPError{Code: 500, Message: err.Error()} // want `echo.HTTPError.Message sends the text of an error of os.Remove`
	}
	return c.String(200, "done")
}

func onFiber(c *fiber.Ctx) error {
	if err := os.Remove("x"); err != nil {
		_ = c.Status(500).JSON(fiber.Map{"error": err.Error()}) // want `fiber.Ctx.JSON sends the text of an error of os.Remove`
		_ = c.SendString(err.Error())                           // want `fiber.Ctx.SendString sends the text of an error of os.Remove`
		return fiber.NewError(500, err.Error())                 // want `fiber.NewError sends the text of an error of os.Remove`
	}
	return nil
}

type errResponse struct {
	Err  error  `json:"-"`
	Text string `json:"error"`
}

func (*errResponse) Render(http.ResponseWriter, *http.Request) error { return nil }

func invalid(err error) render.Renderer { return &errResponse{Err: err, Text: err.Error()} }
func hidden(err error) render.Renderer  { return &errResponse{Err: err, Text: "It failed."} }

func onChi(w http.ResponseWriter, r *http.Request) {
	if err := os.Remove("x"); err != nil {
		_ = render.Render(w, r, invalid(err)) // want `render.Render sends the text of an error of os.Remove`
		_ = render.Render(w, r, hidden(err))
		render.JSON(w, r, render.JSON)
		render.PlainText(w, r, err.Error()) // want `render.PlainText sends the text of an error of os.Remove`
	}
}

func onGRPC() error {
	if err := os.Remove("x"); err != nil {
		return status.Error(codes.Internal, err.Error()) // want `status.Error sends the text of an error of os.Remove`
	}
	err := os.Remove("x")
	return status.Errorf(codes.Internal, "failed: %v", err) // want `status.Errorf sends the text of an error of os.Remove`
}

func onConnect() error {
	err := os.Remove("x")
	return connect.NewError(connect.CodeInternal, err) // want `connect.NewError sends the text of an error of os.Remove`
}

func onFosite() error {
	err := os.Remove("x")
	return fosite.ErrInvalidRequest.WithHintf("failed: %v", err) // want `fosite.RFC6749Error.WithHintf sends the text of an error of os.Remove`
}

// asked sends nothing: it converts an error.
func asked(err error) bool {
	_, ok := status.FromError(err)
	return ok
}

func conversions() bool { return asked(os.Remove("x")) }

type client struct{}

// Ring is a method of a client: only its caller gets the error.
func (client) Ring(id string, _ ...grpc.CallOption) error {
	return status.Error(codes.Internal, os.Remove(id).Error())
}
