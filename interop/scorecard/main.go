// Command scorecard runs `toolerr check` against public servers, and writes the table of docs/scorecard.md. It installs the
// servers from their registries into a folder that it removes, so it needs a network, Go and npm:
//
//	go run ./scorecard ..
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// A server is a public server that needs no account.
type server struct {
	name    string
	source  string   // npm, or go
	pkg     string   // the npm package, or the Go package of its command
	version string
	command string   // its name
	args    []string // ROOT is an empty folder, PORT a free port
	url     string   // "": it serves over stdio
}

func main() {}
