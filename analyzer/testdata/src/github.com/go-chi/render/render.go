// Package render has the names of github.com/go-chi/render that the tests use.
package render

import "net/http"

type Renderer interface {
	Render(w http.ResponseWriter, r *http.Request) error
}

func Render(w http.ResponseWriter, r *http.Request, v Renderer) error { return nil }
func JSON(w http.ResponseWriter, r *http.Request, v any)              {}
func PlainText(w http.ResponseWriter, r *http.Request, v string)      {}
