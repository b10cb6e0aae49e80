package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A rereader is an input, before which there may be text that was read already.
type rereader struct {
	again [][]byte      // text to read again, the last one first; none is empty
	in    *bufio.Reader // nil: there is only the text

	total int // bytes that were read from in
	ends  int // line ends that Read and ReadByte passed on
}

// unread makes text be read again. It is not copied.
func (s *rereader) unread(text []byte) {
	if len(text) > 0 {
		s.again = append(s.again, text)
	}
}

// piece returns text up to a line end, or a part of a line, valid until the next call.
func (s *rereader) piece() ([]byte, error) {
	if last := len(s.again) - 1; last >= 0 {
		text := s.again[last]
		if n := bytes.IndexByte(text, '\n') + 1; n > 0 && n < len(text) {
			s.again[last] = text[n:]
			return text[:n:n], nil
		}
		s.again = s.again[:last]
		return text, nil
	}
	if s.in == nil {
		return nil, io.EOF
	}
	text, err := s.in.ReadSlice('\n')
	s.total += len(text)
	if errors.Is(err, bufio.ErrBufferFull) {
		err = nil
	}
	return text, err
}

// line returns the next line with its end, cut to room bytes, or an error, such as io.EOF.
func (s *rereader) line(room int) (text []byte, cut bool, err error) {
	for {
		part, err := s.piece()
		whole := bytes.HasSuffix(part, []byte("\n"))
		if left := room - len(text); len(part) > left {
			part, cut = part[:left], true
		}
		text = append(text, part...)
		switch {
		case err != nil && (!errors.Is(err, io.EOF) || len(text) == 0):
			return nil, false, err
		case err != nil || whole:
			return text, cut, nil
		}
	}
}

// take returns the next n bytes, or fewer with an error.
func (s *rereader) take(n int) (text []byte, err error) {
	for len(text) < n && err == nil {
		var part []byte
		part, err = s.piece()
		if left := n - len(text); len(part) > left {
			s.unread(bytes.Clone(part[left:]))
			part = part[:left]
		}
		text = append(text, part...)
	}
	if len(text) == n {
		err = nil
	}
	return text, err
}

func (s *rereader) Read(p []byte) (n int, err error) {
	if last := len(s.again) - 1; last >= 0 {
		n = copy(p, s.again[last])
		if s.again[last] = s.again[last][n:]; len(s.again[last]) == 0 {
			s.again = s.again[:last]
		}
	} else if s.in == nil {
		return 0, io.EOF
	} else {
		n, err = s.in.Read(p)
		s.total += n
	}
	s.ends += bytes.Count(p[:n], []byte("\n"))
	return n, err
}

// ReadByte makes a decompressor read no more than what is compressed.
func (s *rereader) ReadByte() (byte, error) {
	var one [1]byte
	n, err := s.Read(one[:])
	if n == 0 && err == nil {
		err = io.ErrNoProgress
	}
	if n > 0 {
		err = nil
	}
	return one[0], err
}
