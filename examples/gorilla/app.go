package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/mux"
)

// This file is an existing application, which writes its errors with http.Error. Some of them
// contain private text.

type bell struct {
	ID    int    `json:"id"`
	Name  string `json:"name"`
	Tower string `json:"tower"`
}

type app struct {
	mu    sync.Mutex
	bells map[int]bell
	next  int
}

const dsn = "postgres://admin:hunter2@db.internal/bells"

var errStore = errors.New("store: dial " + dsn + ": connection refused")

func newApp() *mux.Router {
	a := &app{bells: map[int]bell{1: {1, "front", "north"}}, next: 2}
	r := mux.NewRouter()
	r.Use(a.authenticate)
	r.HandleFunc("/bells", a.list).Methods("GET")
	r.HandleFunc("/bells", a.create).Methods("POST")
	r.HandleFunc("/bells/{id}", a.read).Methods("GET")
	r.HandleFunc("/bells/{id}/ring", a.ring).Methods("POST")
	r.HandleFunc("/export", a.export).Methods("GET")
	r.HandleFunc("/stats", a.stats)
	r.PathPrefix("/files/").Handler(http.StripPrefix("/files/", http.FileServer(http.Dir(os.DevNull))))
	r.Handle("/slow", http.TimeoutHandler(http.HandlerFunc(a.slow), 20*time.Millisecond, "gave up on "+dsn))
	return r
}

func (a *app) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "Bearer expired" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bells", error="invalid_token"`)
			http.Error(w, "token of admin hunter2 ran out", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *app) list(w http.ResponseWriter, _ *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(a.bells)
}

func (a *app) create(w http.ResponseWriter, r *http.Request) {
	var b bell
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1000)).Decode(&b); err != nil {
		status := http.StatusBadRequest
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "app.bell: "+err.Error(), status)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b.ID, a.next = a.next, a.next+1
	a.bells[b.ID] = b
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, "%d\n", b.ID)
}

func (a *app) find(r *http.Request) (bell, bool) {
	id, err := strconv.Atoi(mux.Vars(r)["id"])
	if err != nil {
		log.Panicf("%s: %v", dsn, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b, ok := a.bells[id]
	return b, ok
}

func (a *app) read(w http.ResponseWriter, r *http.Request) {
	b, ok := a.find(r)
	if !ok {
		http.NotFound(w, r)
		return
	}
	_ = json.NewEncoder(w).Encode(b)
}

func (a *app) ring(w http.ResponseWriter, r *http.Request) {
	if _, ok := a.find(r); !ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusConflict)
		fmt.Fprintf(w, "<h1>no bell in %s</h1>", dsn)
		return
	}
	w.Header().Set("Retry-After", "2")
	http.Error(w, errStore.Error(), http.StatusServiceUnavailable)
}

func (a *app) export(w http.ResponseWriter, _ *http.Request) {
	fmt.Fprint(w, "id,name\n1,front\n")
	w.(http.Flusher).Flush()
	panic(errStore)
}

func (a *app) stats(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusInternalServerError)
}

func (a *app) slow(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
