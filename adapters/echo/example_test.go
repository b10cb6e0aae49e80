package echoerr_test

import (
	"fmt"
	"net/http/httptest"

	"github.com/labstack/echo/v5"

	echoerr "github.com/toolerr/toolerr/adapters/echo"
	"github.com/toolerr/toolerr/errkit"
)

func ExampleInstall() {
	e := echo.New()
	echoerr.Install(e, nil)
	e.GET("/bells/:bell", func(*echo.Context) error {
		return &errkit.Error{Kind: errkit.NotFound, Message: "There is no bell with this id.", Ref: "7f3a9c"}
	})

	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, httptest.NewRequest("GET", "/bells/back", nil))
	fmt.Println(rec.Code, rec.Body)
	// Output:
	// 404 {"type":"about:blank","title":"Not Found","status":404,"detail":"There is no bell with this id.","kind":"not_found","instance":"7f3a9c"}
}
