// Command huma serves bells with huma on net/http.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type bell struct {
	Name  string `json:"name" minLength:"1"`
	Times int    `json:"times" minimum:"1" maximum:"9"`
}

type (
	id struct {
		ID int `path:"id"`
	}
	page struct {
		Limit int `query:"limit" minimum:"1" maximum:"100"`
	}
	one  struct{ Body bell }
	many struct{ Body []bell }
)

func main() {
	bells := map[int]bell{1: {"door", 1}}
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("Bells", "1"))
	huma.Get(api, "/bells", func(_ context.Context, _ *page) (*many, error) {
		return &many{[]bell{bells[1]}}, nil
	})
	huma.Post(api, "/bells", func(_ context.Context, in *one) (*one, error) { return in, nil })
	huma.Get(api, "/bells/{id}", func(_ context.Context, in *id) (*one, error) {
		b, ok := bells[in.ID]
		if !ok {
			return nil, huma.Error404NotFound("no such bell")
		}
		return &one{b}, nil
	})
	huma.Delete(api, "/bells/{id}", func(_ context.Context, in *id) (*struct{}, error) {
		if _, ok := bells[in.ID]; !ok {
			return nil, huma.Error404NotFound("no such bell")
		}
		return nil, nil
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}
