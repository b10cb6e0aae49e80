package ginerr_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/gin-gonic/gin"

	ginerr "github.com/toolerr/toolerr/adapters/gin"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleInstall() {
	engine := gin.New()
	ginerr.Install(engine, nil)
	engine.GET("/bells/:bell", ginerr.Handle(func(*gin.Context) error {
		return &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Ref: "7f3a9c"}
	}))

	rec := httptest.NewRecorder()
	engine.ServeHTTP(rec, httptest.NewRequest("GET", "/bells/back", nil))
	fmt.Println(rec.Code, rec.Body)
	// Output:
	// 404 {"type":"about:blank","title":"Not Found","status":404,"detail":"There is no bell with this id.","kind":"not_found","instance":"7f3a9c"}
}
