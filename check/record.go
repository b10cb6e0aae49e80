package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/toolerr/toolerr/check/internal/probe"
)

// A recording is a folder: run.json is about the run, and a file with a number is a saved
// exchange.
type recording struct {
	Report
	URL         string
	Command     []string
	CallInvalid bool
}

// saved is an exchange without what is decoded of it.
type saved struct {
	*probe.Exchange
	Sent, Body, Message []byte    // in Base64
	Failure             string    `json:",omitempty"`
	Err, Invalid        *struct{} `json:",omitempty"`
}

const recordingFile = "run.json"

// Record writes the requests of the run with their answers to a folder, for [Replay]. It writes no
// credentials of the target, so that only leak/token/1 may not find again that an answer repeats
// them.
func (r *Report) Record(folder string) error {
	t, safe := r.run.client.target, newRedactor(r.run.client.target)
	about := recording{*r, safe.text(t.URL), t.Command, r.invalid}
	if about.Dialect = t.Dialect; t.Conn != nil {
		about.Command = []string{t.name()}
	}
	err := errors.Join(os.MkdirAll(folder, 0o755), write(filepath.Join(folder, recordingFile), about))
	for i, x := range r.run.exchanges {
		file := saved{Exchange: new(*x), Sent: []byte(safe.text(string(x.Request.Body))),
			Body: []byte(safe.text(string(x.Body))), Message: []byte(safe.text(string(x.Message)))}
		if x.Failure != nil {
			file.Failure = safe.text(x.Failure.Error())
		}
		file.Request.URL, file.Others = safe.text(x.Request.URL), safe.text(x.Others)
		file.Stray = safe.text(x.Stray)
		file.Request.Header, file.Header = x.Request.Header.Clone(), x.Header.Clone()
		for name, values := range file.Request.Header {
			if t.header(name) != nil && !slices.Contains(public, name) && values[0] != "Bearer "+badToken {
				file.Request.Header[name] = []string{"Bearer " + redacted}
			}
		}
		for _, values := range file.Header {
			for i, v := range values {
				values[i] = safe.text(v)
			}
		}
		err = errors.Join(err, write(filepath.Join(folder, fmt.Sprintf("%04d.json", i+1)), file))
	}
	return err
}

func write(name string, v any) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(writeJSON(file, v), file.Close())
}

// Replay judges the answers in a folder that [Report.Record] has written, and sends nothing.
func Replay(folder string, rules []*Rule) (*Report, error) {
	var about recording
	if err := read(filepath.Join(folder, recordingFile), &about); err != nil {
		return nil, err
	}
	target := Target{Dialect: about.Dialect, URL: about.URL, Command: about.Command}
	o := Options{Rules: rules, CallInvalid: about.CallInvalid, Requests: about.Requests}
	r, err := newRunner(&target, o.withDefaults())
	if err != nil {
		return nil, err
	}
	r.listed, r.probed, r.refused, r.sent = about.Tools, about.Probed, about.Refused, about.Requests
	names, err := filepath.Glob(filepath.Join(folder, "[0-9]*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file := saved{Exchange: new(probe.Exchange)}
		if err := read(name, &file); err != nil {
			return nil, err
		}
		x := file.Exchange
		x.Request.Body, x.Body, x.Message = file.Sent, file.Body, file.Message
		if file.Failure != "" {
			x.Failure = errors.New(file.Failure)
		}
		r.client.decode(x)
		r.exchanges = append(r.exchanges, x)
	}
	return r.report(), nil
}

func read(name string, v any) error {
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return fmt.Errorf("%s is not a file of a recording: %w", name, err)
	}
	return nil
}
