package goserver

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v5"
	"github.com/labstack/echo/v5/middleware"
)

// A tagValidator checks the validate tags, as the documentation of echo has it.
type tagValidator struct{ validator *validator.Validate }

func (v *tagValidator) Validate(i any) error {
	if err := v.validator.Struct(i); err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error())
	}
	return nil
}

// newEcho returns a server of echo.
func newEcho(s *shop) http.Handler {
	e := echo.New()
	e.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	e.Validator = &tagValidator{validator.New(validator.WithRequiredStructEnabled())}
	e.Use(middleware.Recover())
	e.POST("/plan_trip", echoBack[planTrip])
	e.POST("/order_books", echoBack[orderBooks])
	e.POST("/schedule_meeting", echoBack[scheduleMeeting])
	e.POST("/place_order", handle(plain(s.order)))
	e.POST("/audit_ledger", handle(plain(s.audit)))
	e.POST("/read_report", handle(func(c *echo.Context, in readReport) (string, error) {
		text, err := s.report(c.Request().Context(), in)
		var said *refusal
		if !errors.As(err, &said) {
			return text, err
		}
		if said.delay > 0 {
			c.Response().Header().Set("Retry-After", inSeconds(said.delay))
		}
		status := http.StatusTooManyRequests
		switch said.state {
		case "forbidden":
			status = http.StatusForbidden
		case "missing":
			status = http.StatusNotFound
		}
		return "", echo.NewHTTPError(status, refusals[said.state])
	}))
	return e
}

func bind[In any](c *echo.Context) (in In, err error) {
	if err = c.Bind(&in); err == nil {
		err = c.Validate(&in)
	}
	return in, err
}

func echoBack[In any](c *echo.Context) error {
	in, err := bind[In](c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, in)
}

// plain returns a function that does not set headers.
func plain[In any](f func(context.Context, In) (string, error)) func(*echo.Context, In) (string, error) {
	return func(c *echo.Context, in In) (string, error) { return f(c.Request().Context(), in) }
}

func handle[In any](f func(*echo.Context, In) (string, error)) echo.HandlerFunc {
	return func(c *echo.Context) error {
		in, err := bind[In](c)
		if err != nil {
			return err
		}
		text, err := f(c, in)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, text)
	}
}
