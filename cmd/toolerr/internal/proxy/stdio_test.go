package proxy

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolerr/toolerr/bridge"
	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/mcp"
	"github.com/toolerr/toolerr/internal/rpc"
)

const canary = "hunter2"

// endedText is what a client reads of a program that ended while it had the call.
const endedText = "The server's program ended before it responded to this call."

const (
	serverVariable  = "TOOLERR_TEST_SERVER"  // makes the test binary a server of MCP that fails
	addressVariable = "TOOLERR_TEST_ADDRESS" // where its child connects to
)

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		failingServer()
		return
	}
	goleak.VerifyTestMain(m)
}

// failingServer responds to a call of a tool in the way that the name of the tool says.
func failingServer() {
	fmt.Fprintln(os.Stderr, "starting with password "+canary)
	if os.Getenv(serverVariable) == "never" {
		os.Exit(3)
	}
	if os.Getenv(serverVariable) == "refuses" {
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		os.Exit(3)
	}
	if os.Getenv(serverVariable) == "deaf" {
		time.Sleep(time.Hour)
	}
	if os.Getenv(serverVariable) == "mute" {
		_, _ = io.Copy(os.Stderr, os.Stdin)
		return
	}
	switch address, isChild := strings.CutPrefix(os.Getenv(serverVariable), "child of "); {
	case isChild: // it ends by SIGKILL only
		signal.Ignore(syscall.SIGTERM)
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_, _ = io.Copy(io.Discard, conn)
		}
		return
	case os.Getenv(serverVariable) == "npx":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), serverVariable+"=child of "+os.Getenv(addressVariable))
		_ = child.Run()
		return
	case os.Getenv(serverVariable) == "a runner that ends with its input":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), serverVariable+"=child of "+os.Getenv(addressVariable))
		if child.Start() == nil {
			_, _ = io.Copy(io.Discard, os.Stdin)
		}
		return
	}
	if os.Getenv(serverVariable) == "burst" {
		for range 6 { // less than a pipe holds
			fmt.Println(strings.Repeat("x", 10000))
		}
		return
	}
	lines := bufio.NewReader(os.Stdin)
	initialized := false
	var asking json.RawMessage // id of the request to initialize that has no response until the client responded
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name            string
				ProtocolVersion string
			}
		}
		var wrongType *json.UnmarshalTypeError
		if err := json.Unmarshal([]byte(line), &m); err != nil && !errors.As(err, &wrongType) {
			continue
		}
		end := "\n"
		if os.Getenv(serverVariable) == "no line end" {
			end = ""
		}
		respond := func(text string) { fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+end, m.ID, text) }
		switch m.Method {
		case "":
			fmt.Fprintln(os.Stderr, "the client responded:", line)
			if asking == nil {
				continue
			}
			m.ID, asking = asking, nil
			fallthrough
		case "initialize":
			again := strings.HasPrefix(string(m.ID), `"toolerr-`)
			if again && os.Getenv(serverVariable) == "stuck" {
				continue
			}
			if again && m.Method != "" && os.Getenv(serverVariable) == "asking" {
				asking = m.ID
				fmt.Println(`{"jsonrpc":"2.0","id":1,"method":"roots/list"}`)
				continue
			}
			if os.Getenv(serverVariable) == "banner" {
				fmt.Print("Loading the model ... ")
			}
			if again && os.Getenv(serverVariable) == "damaged" {
				respond(`"result":{"x":NaN}`)
			}
			respond(`"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"bells","version":"1"}}`)
		case "notifications/initialized":
			initialized = true
		case "tools/call":
			if !initialized {
				respond(`"error":{"code":-32600,"message":"not initialized"}`)
				continue
			}
			switch m.Params.Name {
			case "ring":
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "trace":
				respond(`"result":{"content":[{"type":"text","text":"Traceback: ` + canary + `"}],"isError":true}`)
			case "fault":
				respond(`"error":{"code":-32603,"message":"` + canary + `"}`)
			case "garbage":
				fmt.Println("loading " + canary)
				fmt.Println(`{"level":"error","message":"` + canary + `"}`)
				fmt.Print("> ")
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "log":
				fmt.Printf(`read note.txt: {"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"forged"}]}}`+"\n",
					m.ID)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "terminal":
				fmt.Print("\ufeff\x1b[?25h\x1b]0;bells 7\a\r>> ")
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "flood":
				for {
					fmt.Println(`{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`)
				}
			case "other":
				fmt.Println(`{"jsonrpc":"2.0","id":"unknown","result":{"` + canary + `":1}}`)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "die":
				panic(canary)
			case "echo":
				fmt.Print("DEBUG received: ", line)
				fmt.Println(`DEBUG sent: {"jsonrpc":"2.0","method":"notifications/` + canary + `"}`)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "decimal":
				m.ID = append(m.ID, ".0"...)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "ask and die":
				fmt.Println(`{"jsonrpc":"2.0","id":1.0,"method":"sampling/createMessage","params":{}}`)
				return
			case "ask without end":
				for i := range maxAsked + 1 {
					fmt.Printf(`{"jsonrpc":"2.0","id":"ask-%d","method":"roots/list"}`+"\n", i)
				}
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "ring and leave":
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
				return
			case "NaN":
				respond(`"result":{"content":[{"type":"text","text":"` + canary + `"}],"structuredContent":{"x":NaN}}`)
			case "copy":
				fmt.Printf(`DEBUG sending {"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"te... (81 bytes)`+
					"\n", m.ID)
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"ding"}]}} (81 bytes)`+
					"\n", m.ID)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "NaN of another":
				fmt.Println(`{"jsonrpc":"2.0","id":1000,"result":{"x":NaN}}`)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			case "a long line":
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s"}]}}`+"\n", m.ID,
					strings.Repeat("x", maxLine))
			case "a long line with its id at the end": // as the TypeScript SDK writes all responses
				fmt.Printf(`{"result":{"content":[{"type":"text","text":"%s"}]},"jsonrpc":"2.0","id":%s}`+"\n",
					strings.Repeat("x", maxLine), m.ID)
			case "both":
				respond(`"result":{"content":[{"type":"text","text":"` + canary +
					`"}]},"error":{"code":-32602,"message":"` + canary + `"}`)
			case "error with a method":
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"METHOD":"x","error":{"code":-32603,"message":"%s"}}`+"\n", m.ID, canary)
			case "close the output":
				os.Stdout.Close()
			case "silent":
			case "notify":
				fmt.Println(`{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`)
				respond(`"result":{"content":[{"type":"text","text":"ding"}]}`)
			default:
				i := slices.IndexFunc(illBehaved, func(b behavior) bool { return b.name == m.Params.Name })
				if i < 0 {
					respond(`"error":{"code":-32603,"message":"no such tool: ` + canary + `"}`)
					continue
				}
				text := strings.NewReplacer("$id", string(m.ID), "$response", strings.ReplaceAll(response, "$id", string(m.ID)))
				_, _ = text.WriteString(os.Stdout, illBehaved[i].output)
				time.Sleep(illBehaved[i].later)
				_, _ = text.WriteString(os.Stdout, illBehaved[i].answer)
			}
		}
	}
}

// buffer is a log.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// A session is a proxy and its client.
type session struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	log  buffer
	stop context.CancelFunc
	done chan error
}

func open(t *testing.T, mode string, change func(*Stdio)) *session {
	t.Helper()
	t.Setenv(serverVariable, mode)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // a program with the race detector ends a second late
	program, err := os.Executable()
	require.NoError(t, err)
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	s := &session{t: t, in: inWrite, out: bufio.NewReader(outRead), done: make(chan error, 1)}
	p := Stdio{Command: []string{program}, Bridge: bridge.Bridge{To: mcp.Dialect{}, Codec: dialect.Codec{Disclose: dialect.DiscloseNone}},
		Log:     slog.New(slog.NewJSONHandler(&s.log, nil)),
		Timeout: time.Minute, Grace: 10 * time.Second, Restarts: 3, Wait: time.Millisecond}
	if change != nil {
		change(&p)
	}
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	go func() {
		s.done <- p.Serve(ctx, inRead, outWrite)
		inRead.Close()
		outWrite.Close()
	}()
	t.Cleanup(func() { stop(); outRead.Close(); inWrite.Close() })
	return s
}

func (s *session) send(line string) {
	s.t.Helper()
	_, err := io.WriteString(s.in, line+"\n")
	require.NoError(s.t, err)
}

func (s *session) read() string {
	s.t.Helper()
	line, err := s.out.ReadString('\n')
	require.NoError(s.t, err, s.log.String())
	require.NotContains(s.t, line, canary)
	return strings.TrimSpace(line)
}

func (s *session) initialize() {
	s.t.Helper()
	s.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`)
	require.Contains(s.t, s.read(), `"protocolVersion":"2025-06-18"`)
	s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

func toolCall(id int, tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s"}}`, id, tool)
}

func failed(id int, text string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s`, id, text)
}

func ding(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"ding"}]}}`, id)
}

// Whatever the program does, each request gets a response, and nothing else reaches the client.
func TestStdio(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	tests := []struct{ tool, want, log string }{
		{"ring", ding(1), ""},
		{"trace", failed(2, "The tool failed."), canary},
		{"fault", failed(3, "A service that the tool depends on failed."), canary},
		{"garbage", ding(4), "dropped output of the program"},
		{"other", ding(5), "to no request"},
		{"die", failed(6, endedText), "exit status 2"},
		{"ring", ding(7), "toolerr-2"},
		{"echo", ding(8), "DEBUG sent"},
		{"decimal", strings.Replace(ding(9), "9", "9.0", 1), ""},
		{"notify", `{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`, ""},
	}
	for i, tt := range tests {
		s.send(toolCall(i+1, tt.tool))
		require.True(t, strings.HasPrefix(s.read(), tt.want), tt.tool)
		if tt.tool != "ring" || i == 0 {
			require.Contains(t, s.log.String(), tt.log)
		}
	}
	require.Equal(t, ding(10), s.read())
	require.Contains(t, s.log.String(), "starting with password", "standard error is logged")
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// What a program reports of something that it read is not its response, whatever the text that it
// read looks like. A prompt is no report, and nothing was read before the program is initialized.
func TestStdioTextBefore(t *testing.T) {
	s := open(t, "banner", nil)
	s.initialize()
	for i, tool := range []string{"log", "garbage", "terminal"} {
		s.send(toolCall(i, tool))
		require.Equal(t, ding(i), s.read(), tool)
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A program may have done what it was asked for when the proxy stops, so nothing invites to ask
// again. What it was not asked for it has not done.
func TestStdioStopped(t *testing.T) {
	const mayHave = "This call may have taken effect."
	for _, tt := range []struct {
		name, mode string
		stop       func(s *session)
		want       []string // of each call
	}{
		{"SIGTERM", "yes", func(s *session) { s.stop() }, []string{mayHave, mayHave}},
		{"the end of the input", "yes", func(s *session) { s.in.Close() }, []string{mayHave, mayHave}},
		{"a program that initializes again", "stuck", func(s *session) { s.stop() }, []string{"unavailable for now"}},
	} {
		s := open(t, tt.mode, func(p *Stdio) { p.Grace = 10 * time.Millisecond })
		s.initialize()
		if tt.mode == "stuck" {
			s.send(toolCall(9, "die"))
			require.Contains(t, s.read(), mayHave)
		}
		for i := range tt.want {
			s.send(toolCall(i, "silent"))
		}
		s.send(`{"jsonrpc":"2.0"`)
		require.Contains(t, s.read(), "-32700", "it got the calls, too")
		tt.stop(s)
		got := map[string]string{}
		for range tt.want {
			line := s.read()
			got[strings.Split(line, ",")[1]] = line
		}
		for i, want := range tt.want {
			line := got[fmt.Sprintf(`"id":%d`, i)]
			require.Contains(t, line, want, tt.name)
			require.Equal(t, want == mayHave, strings.Contains(line, mayHave), tt.name)
			require.NotContains(t, line, "tried again", tt.name)
		}
		require.NoError(t, <-s.done)
	}
}

// A client of an SDK that closes its output and then sends SIGTERM kills the proxy two seconds
// later: if the program has not ended then, it runs on.
func TestStdioHurries(t *testing.T) {
	s := open(t, "deaf", func(p *Stdio) { p.Grace = time.Hour })
	require.NoError(t, s.in.Close())
	require.Eventually(t, func() bool { return strings.Contains(s.log.String(), "stopping") }, time.Minute, time.Millisecond)
	s.stop()
	require.NoError(t, <-s.done)
	require.Contains(t, s.log.String(), "signal: terminated")
	require.Less(t, killWait, 2*time.Second)
}

// A program that closed its output can respond to nothing, and is ended.
func TestStdioClosesOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits whether the program ends by itself")
	}
	s := open(t, "yes", func(p *Stdio) { p.Timeout = time.Hour })
	s.initialize()
	s.send(toolCall(1, "close the output"))
	require.Contains(t, s.read(), failed(1, endedText))
	s.send(toolCall(2, "ring"))
	require.Equal(t, ding(2), s.read())
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

const (
	response   = `{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"ding"}]}}`
	unreadable = "The server's answer to this call cannot be read: it is not a message of JSON-RPC in a line of its own. " +
		"Other text, such as logs, belongs on standard error."
)

// A behavior is an answer of a program.
type behavior struct {
	name, why, output, want string
	later                   time.Duration // before the answer
	answer                  string
}

var illBehaved = []behavior{
	{name: "two messages in a line", output: `{"jsonrpc":"2.0","method":"notifications/message"}$response` + "\n", want: "ding"},
	{name: "a batch", output: "[$response]\n", want: "ding"},
	{name: "several lines", output: "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": $id,\n  \"result\": {\n    \"content\": [\n      {\n" +
		"        \"type\": \"text\",\n        \"text\": \"ding\"\n      }\n    ]\n  }\n}\n", want: "ding"},
	{name: "a line that starts no message before several", output: "{\nhunter2\n{\n\"jsonrpc\":\"2.0\",\"id\":$id,\n" +
		"\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"ding\"}]}}\n", want: "ding"},
	{name: "the id is a text", why: "the SDK for TypeScript accepts it", want: "ding",
		output: `{"jsonrpc":"2.0","id":"$id","result":{"content":[{"type":"text","text":"ding"}]}}` + "\n"},
	{name: "an error that is null", why: "the SDK for Python accepts it", want: "ding",
		output: `{"jsonrpc":"2.0","id":$id,"error":null,"result":{"content":[{"type":"text","text":"ding"}]}}` + "\n"},
	{name: "Latin 1", why: "the SDK for Python ends", want: "d\ufffdng",
		output: `{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"d` + "\xef" + `ng"}]}}` + "\n"},
	{name: "a carriage return", output: "$response\r\n", want: "ding"},
	{name: "twice", why: "the second one answers nothing", output: "$response\n$response\n", want: "ding"},
	{name: "a copy before", why: "a log", output: "DEBUG hunter2 $response\n$response\n", want: "ding"},
	{name: "progress before", output: "Loading hunter2 ...$response\n", want: unreadable},
	{name: "percents before", output: "\r10%\r100%$response\n", want: unreadable},
	{name: "a prompt of words", output: "mcp> $response\n", want: unreadable},
	{name: "text after", output: "$response done\n", want: unreadable},
	{name: "no version", output: `{"id":$id,"result":{"content":[]}}` + "\n", want: unreadable},
	{name: "another version", output: `{"jsonrpc":"1.0","id":$id,"result":{"content":[]}}` + "\n", want: unreadable},
	{name: "no result", output: `{"jsonrpc":"2.0","id":$id}` + "\n", want: unreadable},
	{name: "a control character", why: "it is not JSON, and was relayed",
		output: `{"jsonrpc":"2.0","id":$id,"result":{"content":[{"type":"text","text":"` + "\x1b" + `"}]}}` + "\n", want: unreadable},
	{name: "a dict", output: `{'jsonrpc': '2.0', 'id': $id, 'result': {'content': [], 'isError': False}}` + "\n", want: unreadable},
	{name: "UTF-16", want: unreadable, output: strings.Join(strings.Split(
		`{"jsonrpc":"2.0","id":`, ""), "\x00") + "\x00$id\x00" + strings.Join(strings.Split(`,"result":{"content":[]}}`+"\n", ""), "\x00") + "\x00"},
	{name: "a quote of another server", why: "its ids are others, and its result is no answer to a call of a tool", want: "ding",
		output: `eth_call of hunter2: {"jsonrpc":"2.0","id":$id,"result":"0x1"}` + "\n", later: 3 * doubtWait / 2, answer: "$response\n"},
	{name: "records of a log", why: "an id may be that of anything", want: "ding", later: 3 * doubtWait / 2, answer: "$response\n",
		output: `{"level":"warn","msg":"hunter2","id":$id,"error":"duplicate row"}` + "\n" +
			`{"level":"info","msg":"done","id":$id,"error":null}` + "\n" + `INFO imported {"id": $id, "error": ""}` + "\n" +
			`job {'id': $id, 'error': None}` + "\n" + `INFO request {"jsonrpc":"2.0","id":$id,"params":{}}` + "\n" +
			`DEBUG <- {"jsonrpc":"2.0","id":$id,"error":{"code":-32000,"message":"busy"}}, trying again` + "\n"},
	{name: "an error behind words", output: `mcp> {"jsonrpc":"2.0","id":$id,"error":{"code":-32000,"message":"hunter2"}}` + "\n", want: unreadable},
}

// A call that an ill-behaved program answers gets the answer, or an error that states what is
// wrong. It does not wait until its time is over.
func TestStdioIllBehaved(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for another response")
	}
	s := open(t, "yes", func(p *Stdio) { p.Timeout = time.Hour })
	s.initialize()
	go func() { // while responses are read: a proxy whose client does not read does not read either
		for i, tt := range illBehaved {
			_, _ = io.WriteString(s.in, toolCall(i, tt.name)+"\n")
		}
	}()
	for range illBehaved {
		line := s.read()
		for strings.Contains(line, `"method"`) {
			line = s.read()
		}
		var m struct {
			ID     int
			Result struct{ Content []struct{ Text string } }
		}
		require.NoError(t, json.Unmarshal([]byte(line), &m), line)
		tt := illBehaved[m.ID]
		require.True(t, strings.HasPrefix(m.Result.Content[0].Text, tt.want), "%s: %s", tt.name, line)
		require.Equal(t, tt.want == unreadable, strings.Contains(line, "This call may have taken effect."), tt.name)
		require.NotContains(t, line, `"error"`, tt.name)
		require.NotContains(t, line, `"id":"`, tt.name)
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// The end of a line may be missing: what follows no more text is a message.
func TestStdioNoLineEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for the end of a line")
	}
	s := open(t, "no line end", func(p *Stdio) { p.Timeout = time.Hour })
	s.initialize()
	for i := range 2 {
		s.send(toolCall(i, "ring"))
		require.Equal(t, ding(i), s.read())
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A client that does not read cannot hold the end of the proxy.
func TestStdioClientDoesNotRead(t *testing.T) {
	s := open(t, "yes", func(p *Stdio) { p.Grace = time.Millisecond })
	s.initialize()
	s.send(toolCall(1, "flood"))
	_ = s.read()
	start := time.Now()
	s.stop()
	select {
	case err := <-s.done:
		require.NoError(t, err)
	case <-time.After(20 * time.Second):
		require.Fail(t, "the proxy runs on")
	}
	require.Less(t, time.Since(start), 4*killWait)
	require.Contains(t, s.log.String(), "the client does not read")
	require.Contains(t, s.log.String(), "the program ended")
}

// What the proxy holds of a client's messages is bounded in sum.
func TestStdioHeld(t *testing.T) {
	large := make([]byte, maxLine)
	request := func(id int, line []byte) message {
		return message{ID: fmt.Append(nil, id), Method: "x", Params: line, line: line}
	}
	for _, tt := range []struct {
		name     string
		send     func(d *dispatcher, i int)
		accepted int
	}{
		{"requests for the next process", func(d *dispatcher, i int) { d.message(request(i, large)) }, 2},
		{"small requests", func(d *dispatcher, i int) {
			d.message(request(i, nil))
			d.queue = nil // the process got them
		}, maxHeld/callSize + 1},
		{"notifications for the next process", func(d *dispatcher, _ int) { d.message(message{Method: "x", line: large}) }, 3},
		{"messages that the process does not read", func(d *dispatcher, _ int) {
			if d.process == nil {
				d.process = &process{input: make(chan []byte, maxQueue)}
			}
			d.message(message{Method: "x", line: large})
		}, 3},
	} {
		var out bytes.Buffer
		d := dispatcher{Stdio: &Stdio{Command: []string{"bells"}}, bridge: bridge.Bridge{To: mcp.Dialect{}}, out: &out,
			pending: map[string]*call{}}
		for i := range tt.accepted + 2 {
			tt.send(&d, i)
		}
		waiting := 0
		if d.process != nil {
			waiting = len(d.process.input)
		}
		require.Equal(t, tt.accepted, max(len(d.pending), len(d.queue)+waiting), tt.name)
		require.Equal(t, strings.Count(out.String(), "unavailable"), strings.Count(out.String(), "\n"), tt.name)
		for _, c := range d.pending {
			require.Nil(t, append(c.line, c.Params...), tt.name)
		}
	}
}

// A response cannot repeat an id without a bound.
func TestStdioLongID(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	call := func(length int) string {
		return strings.Replace(toolCall(1, "ring"), "1,", `"`+strings.Repeat("x", length-2)+`",`, 1)
	}
	s.send(call(maxID + 1))
	require.True(t, strings.HasPrefix(s.read(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`))
	s.send(call(maxID))
	require.Contains(t, s.read(), "ding")
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A response that is not a message fails its request, and no other one.
func TestStdioDamaged(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for another response")
	}
	const tooLarge = `The request or its result is too large.\nThis call may have taken effect: check that first. Make the call smaller`
	s := open(t, "yes", nil)
	s.initialize()
	for i, tt := range []struct{ tool, want string }{
		{"NaN", failed(1, unreadable)},
		{"copy", ding(2)},
		{"NaN of another", ding(3)},
		{"a long line", failed(4, tooLarge)},
		{"a long line with its id at the end", failed(5, tooLarge)},
		{"ring", ding(6)},
	} {
		s.send(toolCall(i+1, tt.tool))
		got := s.read()
		require.True(t, strings.HasPrefix(got, tt.want), got)
		require.NotContains(t, got, "again")
	}
	require.Contains(t, s.log.String(), canary, "the cause is logged")
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A response with a result and an error is not one, and nothing of it reaches the client.
func TestStdioResultAndError(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	s.send(toolCall(1, "both"))
	require.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"The server responded, but not with a valid answer to this call.\nThis call may have taken effect. If it only reads data, you may repeat it. Otherwise check first; if you cannot, ask the user."}],"isError":true}}`, s.read())
	s.send(toolCall(2, "ring"))
	require.Equal(t, ding(2), s.read())
	require.Contains(t, s.log.String(), canary, "the cause is logged")
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A client that takes an error with a method for the response must not read the private text.
func TestStdioErrorWithMethod(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	s.send(toolCall(1, "error with a method"))
	response := s.read()
	require.Contains(t, response, `"id":1`)
	require.NotContains(t, response, canary)
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// Internal error in response to a request whose params are wrong is the client's, and names what
// is wrong.
func TestStdioWrongParams(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	const arguments, name = `the arguments must be an object`, `the params must have the name of a tool, a string`
	for i, tt := range []struct{ params, want string }{
		{`{"name":"fault","arguments":"` + canary + `"}`, arguments},
		{`{"name":"fault","arguments":[1]}`, arguments},
		{`{"arguments":{}}`, name},
		{`{"name":7,"arguments":{}}`, name},
		{`"fault"`, "the params must be an object"},
		{`{"name":"fault","arguments":{"a":"text"}}`, "A service that the tool depends on failed."},
		{`{"name":"fault"}`, "A service that the tool depends on failed."},
	} {
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`, i+1, tt.params))
		got := s.read()
		require.Contains(t, got, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,`, i+1))
		require.Contains(t, got, tt.want)
		require.NotContains(t, got, "again")
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A policy for the texts of the caller's errors does not relay those of an internal error after a
// request with wrong params.
func TestStdioWrongParamsTexts(t *testing.T) {
	policy, err := bridge.ParsePolicy([]byte(`{"rules":[{"kinds":["invalid_input"],"disclose":"all"}]}`))
	require.NoError(t, err)
	s := open(t, "yes", func(p *Stdio) { p.Bridge.Policy = *policy })
	s.initialize()
	s.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fault","arguments":"text"}}`)
	got := s.read()
	require.NotContains(t, got, canary)
	require.Contains(t, got, "the arguments must be an object")
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// Requests of the client that are not messages get errors of the protocol.
func TestStdioClientFaults(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	for _, tt := range []struct{ line, want string }{
		{`{"jsonrpc"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`},
		{`{"a":1}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{`[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{`{"id":7,"method":"ping"}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,`},
		{`{"id":7,"method":"tools/call","params":{"name":"ring"}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,`},
		{`{"id":7,"result":{}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{`[` + toolCall(1, "ring") + `]`, ding(1)},
	} {
		s.send(tt.line)
		require.True(t, strings.HasPrefix(s.read(), tt.want), tt.line)
	}
	s.stop()
	require.NoError(t, <-s.done)
}

// A request that is too long gets an error with its id, also if that is behind the part that is
// kept.
func TestStdioCut(t *testing.T) {
	for _, tt := range []struct{ name, line, rest, want string }{
		{"a call", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ring","_":"x`, "",
			failed(7, "The request or its result is too large.")},
		{"the id last", `{"method":"tools/call","params":{"name":"ring","_":"x`, `x"},"jsonrpc":"2.0","id":7}`,
			failed(7, "The request or its result is too large.")},
		{"no id", `{"jsonrpc":"2.0","params":{"_":"x`, "", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{"in the id", `{"jsonrpc":"2.0","method":"tools/call","params":{},"id":7`, "",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{"after the id", `{"jsonrpc":"2.0","method":"tools/call","params":{},"id":7,`, "",
			failed(7, "The request or its result is too large.")},
		{"a notification", `{"jsonrpc":"2.0","method":"notifications/bell","params":{"id":7,"_":"x`, "",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{"a response", `{"jsonrpc":"2.0","id":7,"result":{"method":"x","_":"x`, "",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
		{"a batch", `[{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_":"x`, "",
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`},
	} {
		var out bytes.Buffer
		d := dispatcher{Stdio: &Stdio{Command: []string{"bells"}}, bridge: bridge.Bridge{To: mcp.Dialect{}},
			out: &out, revision: "2025-06-18"}
		w := lineWriter{max: len(tt.line), emit: d.fromClient}
		_, _ = w.Write([]byte(tt.line + cmp.Or(tt.rest, " ")))
		w.flush()
		require.True(t, strings.HasPrefix(out.String(), tt.want), tt.name+out.String())
	}
}

// A request without a response fails in time, and the program learns that.
func TestStdioTimeout(t *testing.T) {
	s := open(t, "mute", func(p *Stdio) { p.Timeout = 50 * time.Millisecond })
	s.send(toolCall(1, "ring"))
	got := s.read()
	require.Contains(t, got, "took too long")
	require.Contains(t, got, "This call may have taken effect.")
	require.NotContains(t, got, "may be tried again")
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
	require.Contains(t, s.log.String(), "notifications/cancelled")
}

// To ask for a list, or to initialize, has no effect that anyone would check before the next
// attempt.
func TestStdioTimeoutOfReading(t *testing.T) {
	s := open(t, "mute", func(p *Stdio) { p.Timeout = 20 * time.Millisecond })
	for method, want := range map[string]bool{"initialize": false, "ping": false, "tools/list": false, "prompts/get": false,
		"resources/templates/list": false, "resources/subscribe": false, "logging/setLevel": false, "tasks/cancel": false,
		"GetTask": false, "tools/call": true, "SendMessage": true, "tasks/update": true, "unknown/list": true} {
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"name":"ring"}}`, method))
		got := s.read()
		require.Contains(t, got, "took too long", method)
		require.Equal(t, want, strings.Contains(got, "This call may have taken effect"), "%s: %s", method, got)
		require.Equal(t, !want, strings.Contains(got, "The same call may be tried again"), "%s: %s", method, got)
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A canceled request gets no response, and does not hold the end.
func TestStdioCanceled(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	s.send(toolCall(1, "silent"))
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	s.send(toolCall(2, "ring"))
	require.Equal(t, ding(2), s.read())
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A program that ends before it responded to anything, as with a wrong option, is not waited for:
// its client learns the reason at once. The next request starts it again, which mends what passes
// by itself, such as a port that was in use. After the last restart each request gets an error
// without a start.
func TestStdioNeverResponds(t *testing.T) {
	s := open(t, "refuses", func(p *Stdio) { p.Wait, p.Restarts = time.Hour, 2 })
	for id, want := range []string{"(exit status 3)", "(exit status 3)", "(exit status 3)", "unavailable for now", "unavailable for now"} {
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{}}`, id))
		got := s.read()
		require.Contains(t, got, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,`, id))
		require.Contains(t, got, want)
		require.NotContains(t, got, "This call may have taken effect", "nobody has to check what initialize did")
		require.NotContains(t, got, "may be tried again", "it would fail again")
	}
	require.Equal(t, 3, strings.Count(s.log.String(), "started the program"))
	require.Contains(t, s.log.String(), "the program is not started again")
	require.Contains(t, s.log.String(), canary)
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// The first request may be a call of a tool, which the program may have done before it ended. A
// program that ended before it got a request is started for the first one.
func TestStdioEndsInFirstCall(t *testing.T) {
	for _, mode := range []string{"refuses", "never"} {
		s := open(t, mode, func(p *Stdio) { p.Wait = time.Hour })
		if mode == "never" {
			require.Eventually(t, func() bool { return strings.Contains(s.log.String(), "the program ended") }, time.Minute, time.Millisecond)
		}
		s.send(toolCall(1, "ring"))
		got := s.read()
		require.Contains(t, got, "The server's program ended before its first response (exit status 3).")
		require.Contains(t, got, "This call may have taken effect")
		require.NoError(t, s.in.Close())
		require.NoError(t, <-s.done)
	}
}

// What a program writes to standard error is for its log, unless every text is disclosed.
func TestStdioLastWords(t *testing.T) {
	s := open(t, "never", func(p *Stdio) { p.Bridge.Codec.Disclose = dialect.DiscloseAll })
	s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
	line, err := s.out.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, `(exit status 3, after \"starting with password hunter2\")`)
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// The words of a program are quoted or not there.
func TestStdioLastWordsQuoted(t *testing.T) {
	for _, b := range []bridge.Bridge{
		{Codec: dialect.Codec{Disclose: dialect.DiscloseAll, Quote: true}},
		{Codec: dialect.Codec{Disclose: dialect.DiscloseAll}, Policy: bridge.Policy{Quote: true}},
	} {
		s := open(t, "never", func(p *Stdio) { p.Bridge.Codec, p.Bridge.Policy = b.Codec, b.Policy })
		s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
		line, err := s.out.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, "(exit status 3)")
		require.NotContains(t, line, "hunter2")
		require.NoError(t, s.in.Close())
		require.NoError(t, <-s.done)
	}
}

// The line is a part of upstream_failed: a rule of the policy that may be about it decides, too.
func TestStdioLastWordsByRule(t *testing.T) {
	tests := []struct {
		name, policy string
		shown        bool
	}{
		{"none for the kind", `{"disclose":"all","rules":[{"kinds":["upstream_failed"],"disclose":"none"}]}`, false},
		{"actionable for the kind", `{"disclose":"all","rules":[{"kinds":["upstream_failed"],"disclose":"actionable"}]}`, false},
		{"none for every kind", `{"disclose":"all","rules":[{"statuses":[500],"disclose":"none"}]}`, false},
		{"none for another kind", `{"disclose":"all","rules":[{"kinds":["not_found"],"disclose":"none"}]}`, true},
		{"a rule that leaves it to the policy", `{"disclose":"all","rules":[{"relay":"own"}]}`, true},
		{"all for the kind only", `{"rules":[{"kinds":["upstream_failed"],"disclose":"all"}]}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			policy, err := bridge.ParsePolicy([]byte(tt.policy))
			require.NoError(t, err)
			s := open(t, "never", func(p *Stdio) { p.Bridge.Policy = *policy })
			s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
			line, err := s.out.ReadString('\n')
			require.NoError(t, err)
			require.Contains(t, line, "(exit status 3")
			require.Equal(t, tt.shown, strings.Contains(line, canary), line)
			require.NoError(t, s.in.Close())
			require.NoError(t, <-s.done)
		})
	}
}

// A program that ended before its first response, and then cannot be started again: the client
// learns the newest reason, not the one of the time before, and no path.
func TestStdioRemovedBeforeItResponds(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.Symlink(program, link))
	s := open(t, "refuses", func(p *Stdio) {
		p.Command = []string{link}
		p.Bridge.Codec.Disclose = dialect.DiscloseAll
	})
	s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
	line, err := s.out.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, `(exit status 3, after \"starting with password hunter2\")`)
	require.NoError(t, os.Remove(link))
	s.send(`{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}`)
	got := s.read()
	require.Contains(t, got, "(it cannot be started again: no such file or directory)")
	require.NotContains(t, got, "exit status 3")
	require.NotContains(t, got, filepath.Dir(link))
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A program that cannot be started is not started again, and its client gets no response that
// contradicts that.
func TestStdioAbsent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for command, want := range map[string]error{"/does/not/exist": fs.ErrNotExist,
		"toolerr-does-not-exist": exec.ErrNotFound, file: fs.ErrPermission} {
		s := open(t, "yes", func(p *Stdio) { p.Command = []string{command} })
		err := <-s.done
		require.ErrorIs(t, err, want)
		require.ErrorContains(t, err, "the program cannot be started: ")
		require.ErrorContains(t, err, command)
		require.Empty(t, s.log.String())
		_, err = s.out.ReadByte()
		require.ErrorIs(t, err, io.EOF)
	}
}

// A program that cannot be started again, because it was removed meanwhile, is tried as one that
// ends.
func TestStdioRemoved(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.Symlink(program, link))
	s := open(t, "yes", func(p *Stdio) { p.Command = []string{link} })
	s.initialize()
	require.NoError(t, os.Remove(link))
	s.send(toolCall(1, "die"))
	require.Contains(t, s.read(), failed(1, endedText))
	s.send(toolCall(2, "ring"))
	require.Contains(t, s.read(), `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The tool is unavailable for now.`)
	require.Equal(t, 3, strings.Count(s.log.String(), "the program is started again"))
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A program that does not initialize again is ended, and that is a failed start.
func TestStdioStuck(t *testing.T) {
	s := open(t, "stuck", func(p *Stdio) { p.againWait, p.Restarts = 50*time.Millisecond, 2 })
	s.initialize()
	s.send(toolCall(1, "die"))
	require.Contains(t, s.read(), failed(1, endedText))
	s.send(toolCall(2, "ring"))
	require.Contains(t, s.read(), `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The tool is unavailable for now.`)
	require.Equal(t, 2, strings.Count(s.log.String(), "does not initialize again in time"))
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A damaged line with the id of the repeated request to initialize does not end the program.
func TestStdioDamagedAgain(t *testing.T) {
	s := open(t, "damaged", nil)
	s.initialize()
	s.send(toolCall(1, "die"))
	require.Contains(t, s.read(), failed(1, endedText))
	s.send(toolCall(2, "ring"))
	require.Equal(t, ding(2), s.read())
	require.Equal(t, 1, strings.Count(s.log.String(), "the program is started again"))
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A program gets the responses to its own requests only, also while it initializes again.
func TestStdioAsking(t *testing.T) {
	s := open(t, "asking", nil)
	s.initialize()
	s.send(toolCall(1, "ask and die"))
	require.Equal(t, `{"jsonrpc":"2.0","id":1.0,"method":"sampling/createMessage","params":{}}`, s.read())
	require.Contains(t, s.read(), failed(1, endedText))
	require.Equal(t, `{"id":"toolerr-2-1","jsonrpc":"2.0","method":"roots/list"}`, s.read())
	s.send(`{"jsonrpc":"2.0","id":1,"result":{"of":"sampling"}}`)
	s.send(toolCall(2, "ring"))
	s.send(`{"jsonrpc":"2.0","id":"toolerr-2-1","result":{"of":"roots"}}`)
	require.Equal(t, ding(2), s.read())
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
	require.NotContains(t, s.log.String(), "sampling")
	require.Contains(t, s.log.String(), `the client responded: {\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{\"of\":\"roots\"}}`)
}

// Requests of a program that has too many without a response get an error. Those of a process that
// ended do not count.
func TestStdioAsksTooMuch(t *testing.T) {
	s := open(t, "yes", nil)
	s.initialize()
	for i := range 2 {
		s.send(toolCall(2*i, "ask without end"))
		for n := range maxAsked {
			require.Contains(t, s.read(), fmt.Sprintf(`-%d","`, n))
		}
		require.Equal(t, ding(2*i), s.read())
		require.Eventually(t, func() bool {
			return strings.Count(s.log.String(),
				`the client responded: {\"jsonrpc\":\"2.0\",\"id\":\"ask-1000\",\"error\"`) == i+1
		}, 10*time.Second, time.Millisecond, s.log.String())
		s.send(toolCall(2*i+1, "die"))
		require.Contains(t, s.read(), failed(2*i+1, endedText))
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
}

// A program that ends without a request is started again for the next one, any number of times.
func TestStdioIdle(t *testing.T) {
	s := open(t, "yes", func(p *Stdio) { p.Restarts = 0 })
	s.initialize()
	for i := range 3 {
		s.send(toolCall(i, "ring and leave"))
		require.Equal(t, ding(i), s.read())
		require.Eventually(t, func() bool {
			return strings.Count(s.log.String(), "is started again for the next request") == i+1
		}, 10*time.Second, time.Millisecond)
	}
	require.NoError(t, s.in.Close())
	require.NoError(t, <-s.done)
	require.Equal(t, 3, strings.Count(s.log.String(), "started the program"))
}

// The output of a program that ended is complete, however slow the client is.
func TestProcessOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: it waits for a program that holds its output")
	}
	t.Setenv(serverVariable, "burst")
	program, err := os.Executable()
	require.NoError(t, err)
	events := make(chan func())
	lines, done := 0, false
	_, err = startProcess([]string{program}, slog.New(slog.DiscardHandler), func(f func()) { events <- f },
		func(_ *process, line []byte, _ *rpc.Message) {
			if lines++; lines == 1 {
				time.Sleep(outputWait * 6 / 5)
			}
		}, func(_ *process, err error) {
			require.NoError(t, err)
			done = true
		})
	require.NoError(t, err)
	for !done {
		(<-events)()
	}
	require.Equal(t, 6, lines)
}

// An output that another program holds is not waited for.
func TestStreamHeld(t *testing.T) {
	var got []string
	s, held, err := newStream(maxLine, func(line []byte, _ *rpc.Message) { got = append(got, string(line)) })
	require.NoError(t, err)
	defer held.Close()
	_, err = io.WriteString(held, "a\nb")
	require.NoError(t, err)
	s.wait = 100 * time.Millisecond
	go s.read()
	s.end()
	require.Equal(t, []string{"a", "b"}, got)
}

func TestIDKey(t *testing.T) {
	tests := []struct{ a, b string }{
		{"1", "1.0"}, {"100", "1e2"}, {"0", "-0"}, {`"a"`, `"\u0061"`}, {`"1"`, `"1"`}, {"1.5", "1.5"},
		{"9007199254740993", "9007199254740993"},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		key := rpc.IDKey(json.RawMessage(tt.a))
		require.Equal(t, key, rpc.IDKey(json.RawMessage(tt.b)), tt.b)
		require.False(t, seen[key], tt.a)
		seen[key] = true
	}
}

// Requests that are pending when the client closes its output get their responses.
func TestStdioDrains(t *testing.T) {
	s := open(t, "yes", nil)
	go func() {
		_, _ = io.WriteString(s.in, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`+"\n"+
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"+toolCall(1, "ring")+"\n"+toolCall(2, "ring")+
			"\n")
		_ = s.in.Close()
	}()
	require.Contains(t, s.read(), `"id":0`)
	require.Equal(t, ding(1), s.read())
	require.Equal(t, ding(2), s.read())
	require.NoError(t, <-s.done)
}

func TestLineWriter(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"lines", "a\nb\r\n\n c \nd", []string{"a", "b", "c", "d"}},
		{"a long line", "0123456789abc\nb\n", []string{"01234567...", "b"}},
		{"a long line without an end", "0123456789abc", []string{"01234567..."}},
	}
	for _, tt := range tests {
		for _, size := range []int{1, 3, 100} {
			var got []string
			w := lineWriter{max: 8, emit: func(line []byte, cut *rpc.Message) {
				text := string(line)
				if cut != nil {
					text += "..."
				}
				got = append(got, text)
			}}
			for in := tt.in; in != ""; {
				n := min(size, len(in))
				_, _ = w.Write([]byte(in[:n]))
				in = in[n:]
			}
			w.flush()
			require.Equal(t, tt.want, got, "%s in parts of %d", tt.name, size)
		}
	}
}
