package check

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

var errNoResponse = errors.New("the stream ended without a response")

// readEvents reads a stream of server-sent events up to the JSON-RPC response with an id. It returns the response, and all
// that was read.
func readEvents(in io.Reader, id string) (message, all []byte, err error) {
	var data, read bytes.Buffer
	lines := bufio.NewReader(io.TeeReader(io.LimitReader(in, maxAnswer), &read))
	for {
		line, err := lines.ReadBytes('\n')
		text := bytes.TrimRight(line, "\r\n")
		if value, ok := bytes.CutPrefix(text, []byte("data:")); ok {
			data.Write(bytes.TrimPrefix(value, []byte(" ")))
			data.WriteByte('\n')
		}
		if (len(text) == 0 || err != nil) && data.Len() > 0 { // the end of an event
			if event := bytes.Clone(bytes.TrimSpace(data.Bytes())); isResponse(event, id) {
				return event, read.Bytes(), nil
			}
			data.Reset()
		}
		if errors.Is(err, io.EOF) {
			return nil, read.Bytes(), errNoResponse
		}
		if err != nil {
			return nil, read.Bytes(), err
		}
	}
}
