package main

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	service "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

func requestHeaders(r *http.Request) *service.ProcessingRequest {
	m := headers(r.Header, r.Body == http.NoBody, ":method", r.Method, ":path", r.URL.RequestURI(), ":scheme", "http",
		":authority", r.Host)
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_RequestHeaders{RequestHeaders: m}}
}

func requestBody(part []byte, end bool) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_RequestBody{RequestBody: &service.HttpBody{Body: part, EndOfStream: end}}}
}

func responseHeaders(r *http.Response) *service.ProcessingRequest {
	m := headers(r.Header, r.ContentLength == 0 && r.Body == http.NoBody, ":status", strconv.Itoa(r.StatusCode))
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseHeaders{ResponseHeaders: m}}
}

func responseBody(part []byte, end bool) *service.ProcessingRequest {
	return &service.ProcessingRequest{Request: &service.ProcessingRequest_ResponseBody{ResponseBody: &service.HttpBody{Body: part, EndOfStream: end}}}
}

// headers returns a message with a header and pseudo-header fields, which are names and values.
func headers(header http.Header, end bool, pseudo ...string) *service.HttpHeaders {
	m := &service.HttpHeaders{Headers: new(core.HeaderMap), EndOfStream: end}
	add := func(name, value string) {
		m.Headers.Headers = append(m.Headers.Headers,
			&core.HeaderValue{Key: strings.ToLower(name), RawValue: []byte(value)})
	}
	for i := 0; i < len(pseudo); i += 2 {
		add(pseudo[i], pseudo[i+1])
	}
	for name, values := range header {
		for _, value := range values {
			add(name, value)
		}
	}
	return m
}

// replaceBy replaces a response by one of the processor, and reports whether it has one.
func replaceBy(resp *http.Response, by *service.ImmediateResponse) bool {
	if by == nil {
		return false
	}
	_ = resp.Body.Close()
	resp.StatusCode, resp.Header, resp.Trailer = int(by.GetStatus().GetCode()), http.Header{}, nil
	for _, o := range by.GetHeaders().GetSetHeaders() {
		resp.Header.Add(o.GetHeader().GetKey(), string(o.GetHeader().GetRawValue()))
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(by.GetBody())), int64(len(by.GetBody()))
	return true
}

// edited returns what is sent in place of a part of a body.
func edited(part []byte, r *service.ProcessingResponse) []byte {
	switch m := r.GetResponseBody().GetResponse().GetBodyMutation().GetMutation().(type) {
	case *service.BodyMutation_Body:
		return m.Body
	case *service.BodyMutation_ClearBody:
		return nil
	}
	return part
}
