// Package accepts has findings that comments accept.
package accepts

import (
	"net/http"
	"os"
)

func handle(w http.ResponseWriter, r *http.Request) {
	err := os.Remove("x")
	http.Error(w, err.Error(), 500) //toolerr:public this server is for its author only
	//toolerr:public the next line
	http.Error(w, err.Error(), 500)
	http.Error(
		w,
		err.Error(), //toolerr:public in the statement
		500,
	)
	/* want `needs a reason` */ //toolerr:public
	http.Error(w, err.Error(), 500)

	/* want `accepts nothing here` */ //toolerr:public too far away

	http.Error(w, "It failed.", 400)
	//toolerr:publicly is another directive
}
