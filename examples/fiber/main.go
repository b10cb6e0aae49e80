//go:build heavy

// Your program needs no such tag: it is for the tests of this repository (CONTRIBUTING.md, What runs where).

// Command fiber serves doorbells with fiber, whose clients get errors as problem details.
package main

import (
	"log"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/problem"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/middleware/standard"
)

func app() *fiber.App {
	b := standard.Boundary()
	b.Classify = append(b.Classify, middleware.HTTPStatus(func(e *fiber.Error) int { return e.Code })) // of the router, too
	var codec dialect.Codec
	a := fiber.New(fiber.Config{ErrorHandler: func(c fiber.Ctx, err error) error {
		var call dialect.Call
		if fiber.IsMethodSafe(c.Method()) {
			call.Repeatable = errkit.RepeatableYes
		}
		ctx := middleware.WithRepeatable(c.Context(), call.Repeatable)
		ctx = middleware.WithInput(ctx, func() middleware.Input { return middleware.Input{Body: c.Body()} })
		body, head := codec.Append(nil, problem.Dialect{}, call, errkit.From(b.Handle(ctx, err)))
		c.Set("Content-Type", head.ContentType)
		if after := head.RetryAfterSeconds(); after != "" {
			c.Set("Retry-After", after)
		}
		return c.Status(head.Status).Send(body)
	}})
	a.Use(recover.New()) // else a panic ends the process
	a.Get("/bells/:bell", func(c fiber.Ctx) error {
		if c.Params("bell") != "front" {
			return errkit.New(errkit.NotFound, "There is no bell with this id.")
		}
		return c.SendString("a bell\n")
	})
	a.Post("/bells", func(c fiber.Ctx) error {
		var in struct {
			Times int `json:"times"`
		}
		if err := c.Bind().JSON(&in); err != nil {
			return err
		}
		return c.SendStatus(fiber.StatusCreated)
	})
	a.Get("/panic", func(fiber.Ctx) error { panic("postgres://admin:hunter2@db/bells") })
	a.Get("/busy", func(fiber.Ctx) error { return &errkit.Error{Kind: errkit.Unavailable, RetryAfter: 2 * time.Second} })
	return a
}

func main() { log.Fatal(app().Listen("127.0.0.1:8080")) }
