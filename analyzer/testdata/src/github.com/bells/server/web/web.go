// Package web has HTTP handlers.
package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"strings"

	"example.com/foreign"
	"example.com/foreign/respond"
	"github.com/bells/server/store"
)

func direct(w http.ResponseWriter, r *http.Request) {
	_, err := os.Open(r.URL.Path)
	if err != nil {
		http.Error(w, err.Error(), 500)                                    // want `http.Error sends the text of an error of os.Open`
		http.Error(w, err.Error(), http.StatusNotFound)                    // want `http.Error sends the text of an error of os.Open`
		http.Error(w, "failed: "+err.Error(), 500)                         // want `http.Error sends the text of an error of os.Open`
		http.Error(w, fmt.Sprintf("failed: %v", err), 500)                 // want `http.Error sends the text of an error of os.Open`
		http.Error(w, strings.ToUpper(fmt.Sprint(err)), 500)               // want `http.Error sends the text of an error of os.Open`
		fmt.Fprint(w, err)                                                 // want `fmt.Fprint sends the text of an error of os.Open`
		fmt.Fprintf(w, "failed: %v\n", err)                                // want `fmt.Fprintf sends the text of an error of os.Open`
		io.WriteString(w, err.Error())                                     // want `io.WriteString sends the text of an error of os.Open`
		w.Write([]byte(err.Error()))                                       // want `http.ResponseWriter.Write sends the text of an error of os.Open`
		json.NewEncoder(w).Encode(map[string]string{"error": err.Error()}) // want `json.Encoder.Encode sends the text of an error of os.Open`
	}
}

// The text is not sent.
func fine(w http.ResponseWriter, r *http.Request) {
	_, err := os.Open(r.URL.Path)
	if err != nil {
		log.Print(err)
		fmt.Fprintln(os.Stderr, err)
		http.Error(w, "The file could not be opened.", 500)
		http.Error(w, fmt.Sprintf("%T", r), 500)
		json.NewEncoder(w).Encode(map[string]any{"error": err})  // an error is {} in JSON
		json.NewEncoder(os.Stderr).Encode([]string{err.Error()}) // not a response
		return
	}
	err = store.Find("front")
	if err != nil {
		http.Error(w, err.Error(), 404) // the last value of err, not that of os.Open
	}
}

type response struct {
	Status int
	Error  string
	Cause  error
	Debug  string `json:"-"`
}

func structs(w http.ResponseWriter, r *http.Request) {
	if _, err := os.Open(r.URL.Path); err != nil {
		json.NewEncoder(w).Encode(response{Status: 1, Error: err.Error()}) // want `json.Encoder.Encode sends the text of an error of os.Open`
		json.NewEncoder(w).Encode(response{Status: 1, Cause: err, Debug: err.Error()})
		resp := &response{Status: 2}
		resp.Error = err.Error()
		respond.JSON(w, 500, resp)                                            // want `respond.JSON, which calls json.Encoder.Encode sends the text of an error of os.Open`
		respond.JSON(w, 500, map[string]any{"errors": []string{err.Error()}}) // want `respond.JSON, which calls json.Encoder.Encode sends the text of an error of os.Open`
		respond.JSON(w, 500, err)
	}
}

// Facts about functions of other packages.
func facts(w http.ResponseWriter, id string, bells store.Bells, r *http.Request) {
	if err := store.Load(id); err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.ReadFile`
	}
	if err := store.Find(id); err != nil {
		http.Error(w, err.Error(), 404)
	}
	if _, err := store.Times(id); err != nil {
		http.Error(w, err.Error(), 400)
	}
	if err := store.Hidden(id); err != nil {
		http.Error(w, err.Error(), 404)
	}
	if err := store.Shown(id); err != nil {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.ReadFile`
	}
	if err := foreign.Open(id); err != nil {
		http.Error(w, store.Described(err), 404) // want `http.Error sends the text of an error of os.Stat`
		respond.Error(w, err, 404)               // want `respond.Error, which calls http.Error sends the text of an error of os.Stat`
	}
	if err := foreign.Check(7); err != nil {
		http.Error(w, err.Error(), 404)
	}
	if err := bells.Ring(r.Context(), id); err != nil {
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of store.Bells.Ring`
	}
	if err := bells.Valid(); err != nil {
		http.Error(w, err.Error(), 404)
	}
	if err := r.Context().Err(); err != nil {
		http.Error(w, err.Error(), 504)
	}
}

// fail sends its argument: where it is called is the leak.
func fail(w http.ResponseWriter, err error, status int) {
	log.Print(err)
	http.Error(w, err.Error(), status)
}

type failure struct {
	public string
	cause  error
}

func (f *failure) write(w http.ResponseWriter) { http.Error(w, f.public, 500) }

func calls(w http.ResponseWriter, id string) {
	if err := store.Load(id); err != nil {
		fail(w, err, 404) // want `web.fail, which calls http.Error sends the text of an error of os.ReadFile`
		(&failure{public: "It failed.", cause: err}).write(w)
		(&failure{public: err.Error()}).write(w) // want `web.failure.write, which calls http.Error sends the text of an error of os.ReadFile`
	}
	fail(w, store.ErrNotFound, 404)
	local := func(err error) {
		http.Error(w, err.Error(), 500)
	}
	local(store.Load(id)) // want `http.Error sends the text of an error of os.ReadFile`
}

// A condition that recognizes an error of this module.
func recognized(w http.ResponseWriter, id string) {
	err := store.Load(id)
	var input *store.InputError
	switch {
	case errors.Is(err, store.ErrNotFound):
		http.Error(w, err.Error(), 404)
	case errors.As(err, &input):
		http.Error(w, input.Error(), 400)
	case errors.Is(err, os.ErrNotExist):
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.ReadFile`
	case isPublic(err):
		http.Error(w, err.Error(), 404)
	case err != nil:
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.ReadFile`
	}
	var other *foreign.Error
	if errors.As(err, &other) {
		http.Error(w, other.Error(), 500) // want `http.Error sends the text of an error of foreign.Error`
	}
}

func isPublic(err error) bool { return errors.Is(err, store.ErrNotFound) }

func variables(w http.ResponseWriter, id string) {
	var err error
	func() { err = store.Load(id) }()
	if err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.ReadFile`
	}
	defer func() {
		if r := recover(); r != nil {
			http.Error(w, fmt.Sprint(r), 500) // want `http.Error sends the text of an error of recover`
		}
	}()
	msg := "It failed."
	if e := store.Load(id); e != nil {
		msg = e.Error()
	}
	http.Error(w, msg, 500) // want `http.Error sends the text of an error of os.ReadFile`
	for range 2 {
		err = errors.Join(err, foreign.Open(id))
	}
	http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os`
}

// What a type assertion asserts about an error does not hold for one that wraps it.
func asserted(w http.ResponseWriter) {
	err := os.Remove("x")
	http.Error(w, err.(*fs.PathError).Error(), 404) // want `http.Error sends the text of an error of fs.PathError`
	http.Error(w, err.(error).Error(), 404)         // want `http.Error sends the text of an error of os.Remove`
}

// A comparison recognizes an error, too.
func compared(w http.ResponseWriter, id string) {
	err := store.Load(id)
	if err == store.ErrNotFound {
		http.Error(w, err.Error(), 404)
	}
	switch err {
	case store.ErrNotFound, errOwn:
		http.Error(w, err.Error(), 404)
	case io.EOF, nil:
		http.Error(w, err.Error(), 404) // want `http.Error sends the text of an error of os.ReadFile`
	default:
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.ReadFile`
	}
	if errOwn != err {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.ReadFile`
		return
	}
	http.Error(w, err.Error(), 404)
}

var errOwn = errors.New("this bell is broken")

func later(w http.ResponseWriter, id string) {
	if err := store.Load(id); err != nil {
		defer http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of os.ReadFile`
		go http.Error(w, err.Error(), 500)    // want `http.Error sends the text of an error of os.ReadFile`
		go fail(w, err, 404)                  // want `web.fail, which calls http.Error sends the text of an error of os.ReadFile`
		defer func(err error) {               // want `http.Error sends the text of an error of os.ReadFile`
			http.Error(w, err.Error(), 500)
		}(err)
	}
}

// The text of an error in an encoding that is sent, and in a header.
func marshaled(w http.ResponseWriter, id string) {
	err := store.Load(id)
	body, _ := json.Marshal(response{Error: err.Error()})
	w.Write(body) // want `http.ResponseWriter.Write sends the text of an error of os.ReadFile`
	indented, _ := json.MarshalIndent(map[string]any{"error": map[string]any{"message": err.Error()}}, "", " ")
	w.Write(append(indented, '\n'))            // want `http.ResponseWriter.Write sends the text of an error of os.ReadFile`
	w.Header().Set("X-Reason", err.Error())    // want `http.Header.Set sends the text of an error of os.ReadFile`
	w.Header().Add("X-Reason", "no: "+id)      // the client sent it
	http.Header{}.Set("X-Reason", err.Error()) // not a response
	body, _ = json.Marshal(err)
	w.Write(body) // an error is {} in JSON
	body, err = json.Marshal(response{Cause: err})
	if err != nil {
		http.Error(w, err.Error(), 500) // want `http.Error sends the text of an error of json.Marshal`
	}
	if _, err := w.Write(body); err != nil {
		http.Error(w, err.Error(), 500) // the client gets nothing
	}
}

// The conditions of the place where the text is taken.
func taken(w http.ResponseWriter, id string) {
	err := store.Load(id)
	text := "It failed."
	if errors.Is(err, store.ErrNotFound) {
		text = err.Error()
	}
	http.Error(w, text, 404)
	resp := &response{}
	switch {
	case errors.Is(err, store.ErrNotFound):
		resp = &response{Error: err.Error()}
	case errors.Is(err, os.ErrNotExist):
		resp = &response{Status: 404}
	}
	respond.JSON(w, 404, resp)
	if !errors.Is(err, store.ErrNotFound) {
		text = err.Error()
	}
	http.Error(w, text, 500) // want `http.Error sends the text of an error of os.ReadFile`
}

// What is stored on another way is not sent.
func stored(w http.ResponseWriter, id string) {
	resp := &response{}
	if err := store.Load(id); err != nil {
		resp.Error = err.Error()
		respond.JSON(w, 500, resp) // want `respond.JSON, which calls json.Encoder.Encode sends the text of an error of os.ReadFile`
		return
	}
	respond.JSON(w, 200, resp)
	for range 2 {
		respond.JSON(w, 200, resp) // want `respond.JSON, which calls json.Encoder.Encode sends the text of an error of os.ReadFile`
		resp.Error = fmt.Sprint(store.Load(id))
	}
}

func chosen(w http.ResponseWriter, id string) {
	err := store.Load(id)
	var resp *apiError
	switch {
	case errors.As(err, &resp):
	case errors.Is(err, store.ErrNotFound):
		resp = &apiError{Text: err.Error()}
	default:
		resp = &apiError{Text: "It failed."}
	}
	body, _ := json.Marshal(resp)
	w.Write(body)
}

type apiError struct{ Text string }

func (e *apiError) Error() string { return e.Text }
