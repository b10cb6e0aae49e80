//go:build browser

package browser

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// limit is the time that one page may take on a busy machine.
const limit = 2 * time.Minute

// A view is a window in which the pages are looked at.
type view struct {
	name   string
	width  int64
	scheme string
	rules  string // options of axe-core: what may differ from the views before it; "" is nothing
}

var views = []view{
	{"1280-light", 1280, "light", `{}`},
	{"1280-dark", 1280, "dark", `{runOnly: {type: "rule", values: ["color-contrast"]}}`},
	{"390-light", 390, "light", `{runOnly: {type: "rule", values: ["target-size", "scrollable-region-focusable"]}}`},
	{"390-dark", 390, "dark", ""},
}

// pages are those that are looked at in every view.
var pages = map[string]string{
	"playground": "", "failures": "failures/", "matrix": "matrix/", "problems": "problems/",
	"problem": "problems/rate_limited/", "search": "search/", "missing": "none",
}

var (
	base    string          // URL of the server
	chrome  context.Context // of the process of the browser
	axe     string          // the source of axe-core
	folder  string          // for screenshots
	foreign = new(requests) // requests to other machines

	requested atomic.Int64 // number of all requests
)

var update = flag.Bool("update", false, "write docs/playground.png")

// requests are URLs that a page requested.
type requests struct {
	mu   sync.Mutex
	urls []string
}

func (r *requests) add(u string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.urls = append(r.urls, u)
}

func (r *requests) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string{}, r.urls...)
}

// TestMain starts the server, which is the command in $TOOLERR, and the browser. Screenshots go
// to $SCREENSHOTS or screenshots/.
func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	fail := func(err error) int {
		os.Stderr.WriteString("browser: " + err.Error() + "\n")
		return 1
	}
	source, err := os.ReadFile(filepath.Join("..", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		return fail(err)
	}
	axe = string(source)
	if folder = os.Getenv("SCREENSHOTS"); folder == "" {
		folder = "screenshots"
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fail(err)
	}
	server := exec.Command(os.Getenv("TOOLERR"), "serve", "--addr", "127.0.0.1:0", "--json")
	out, err := server.StdoutPipe()
	if err != nil {
		return fail(err)
	}
	if err := server.Start(); err != nil {
		return fail(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		return fail(err)
	}
	var urls struct{ Base string }
	if err := json.Unmarshal(line, &urls); err != nil {
		return fail(err)
	}
	base = urls.Base

	profile, err := os.MkdirTemp("", "toolerr-browser-")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(profile)
	allocator, end := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.UserDataDir(profile), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("hide-scrollbars", true),
	)...)
	defer end()
	var stop context.CancelFunc
	chrome, stop = chromedp.NewContext(allocator)
	defer stop()
	if err := chromedp.Do(chrome); err != nil {
		return fail(err)
	}
	return m.Run()
}

// open opens a page in a new tab. without prevents scripts.
func open(t *testing.T, v view, path string, without bool) context.Context {
	t.Helper()
	return openURL(t, v, base+path, without)
}

func openURL(t *testing.T, v view, page string, without bool) context.Context {
	t.Helper()
	tab, closeTab := chromedp.NewContext(chrome)
	t.Cleanup(closeTab)
	do(t, tab)
	tab, cancel := context.WithTimeout(tab, limit)
	t.Cleanup(cancel)
	problems := new(requests)
	require.NoError(t, chromedp.Listen(tab, func(event any) {
		switch event := event.(type) {
		case *network.EventRequestWillBeSent:
			requested.Add(1)
			if u, err := url.Parse(event.Request.URL); err != nil || u.Scheme != "data" &&
				!net.ParseIP(u.Hostname()).IsLoopback() {
				foreign.add(event.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			problems.add(event.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			// the demo tools fail
			if event.Entry.Source != log.EntrySourceNetwork || strings.Contains(event.Entry.URL, "/assets/") {
				problems.add(event.Entry.Text + " " + event.Entry.URL)
			}
		}
	}))
	t.Cleanup(func() { require.Empty(t, problems.all(), "what the browser reports") })
	do(t, tab,
		call(network.Enable, network.EnableParams{}),
		call(log.Enable, cdp.Empty{}),
		call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: without}),
		in(v),
		chromedp.Navigate(page),
		chromedp.WaitReady(chromedp.CSS("footer.site")),
	)
	return tab
}

type step = chromedp.Action[chromedp.Void]

// call returns the step that sends a command to the browser.
func call[P, R any](command cdp.Command[P, R], params P) step {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// in returns the steps to a view.
func in(v view) step {
	return chromedp.Steps(
		chromedp.EmulateViewport(v.width, 1600),
		call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: v.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}}),
	)
}

func do(t *testing.T, tab context.Context, steps ...step) {
	t.Helper()
	require.NoError(t, chromedp.Do(tab, steps...))
}

// eval returns the value of a JavaScript expression.
func eval[T any](t *testing.T, tab context.Context, script string) T {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(t, err, script)
	return v
}

// until waits for a JavaScript condition.
func until(t *testing.T, tab context.Context, condition string) {
	t.Helper()
	require.NoError(t, chromedp.Do(tab, chromedp.Poll[chromedp.Void](condition, chromedp.WithPollingTimeout(limit))),
		condition)
}

// arrive waits until the page that a link leads to has loaded, with an element. While the browser
// leaves a page, it may report an error.
func arrive(t *testing.T, tab context.Context, selector string) {
	t.Helper()
	there := `document.readyState === "complete" && !!document.querySelector(` + quote(selector) + `)`
	require.Eventually(t, func() bool {
		is, err := chromedp.Run(tab, chromedp.Evaluate[bool](there))
		return err == nil && is
	}, limit, 50*time.Millisecond, selector)
}

// TestPages looks at every page in every view: nothing is wider than the window, and axe-core
// finds no violation. It keeps screenshots.
func TestPages(t *testing.T) {
	for name, path := range pages {
		t.Run(name, func(t *testing.T) {
			tab := open(t, views[0], path, false)
			for _, v := range views {
				do(t, tab, in(v))
				require.Empty(t, eval[[]string](t, tab, tooWide), "%s: wider than the window", v.name)
				image, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(folder, name+"-"+v.name+".png"), image, 0o666))
			}
			for _, v := range views {
				if v.rules != "" {
					do(t, tab, in(v))
					require.Empty(t, violations(t, tab, v.rules), v.name)
				}
			}
		})
	}
}

// violations runs axe-core with options on the start of long tables and lists, which repeat
// themselves.
func violations(t *testing.T, tab context.Context, options string) []string {
	t.Helper()
	if !eval[bool](t, tab, `"axe" in window`) {
		do(t, tab, chromedp.Evaluate[chromedp.Void](axe), chromedp.Evaluate[chromedp.Void](`
			for (const e of document.querySelectorAll("tbody tr:nth-child(n+4), .panel:nth-child(n+9), .failure:nth-of-type(n+4), .kinds li:nth-child(n+9)")) e.remove()`))
	}
	return eval[[]string](t, tab, `axe.run(`+options+`).then(r =>
		r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.failureSummary + " " + n.html.slice(0, 200))))`)
}

// TestStatic opens the static site in $SITE, whose playground runs in the browser.
func TestStatic(t *testing.T) {
	server := httptest.NewServer(http.FileServer(http.Dir(os.Getenv("SITE"))))
	t.Cleanup(server.Close)
	tab := openURL(t, views[0], server.URL+"/", false)
	until(t, tab, ready)
	do(t, tab, chromedp.Click(chromedp.CSS(`.chip[data-status="429"]`), chromedp.NodeVisible))
	until(t, tab, `document.querySelector("#card").textContent.includes("rate_limited") && document.querySelector("#in-problem").textContent.includes("21")`)

	// Its program, which has packages of its own in the place of those of the standard library,
	// answers as the server does.
	ugly, err := os.ReadFile("../../cmd/toolerr/internal/show/testdata/ugly.txt")
	require.NoError(t, err)
	documents := append(strings.Split("\n"+string(ugly), "\n== ")[1:], "\n"+`{"detail":"<script>alert('+')</script>","retry_after_ms":1}`)
	for _, d := range documents {
		name, body, _ := strings.Cut(d, "\n")
		request, err := json.Marshal(map[string]any{"document": body, "dialects": []string{"mcp", "problem", "grpc", "oxp", "a2a"}, "carry": true})
		require.NoError(t, err)
		answer, err := http.Post(base+"api/show", "application/json", bytes.NewReader(request))
		require.NoError(t, err)
		want, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		escaped := strings.NewReplacer(`&amp;#43;`, "+", `\u0026#43;`, "+") // which only html/template escapes
		require.JSONEq(t, escaped.Replace(string(want)), eval[string](t, tab, `toolerrShow(`+quote(string(request))+`)`), name)
	}

	tab = openURL(t, views[2], server.URL+"/docs/migration/", false)
	require.Empty(t, violations(t, tab, `{}`))
	do(t, tab, chromedp.Click(chromedp.CSS(`nav a[href$="search/"]`), chromedp.NodeVisible))
	arrive(t, tab, "#query")
	for _, find := range [][2]string{{"NewToolResultError", "/docs/"}, {"getting started", "/docs/start-"},
		{"rate limit", "/problems/rate_limited/"}, {"nosuchkey", "/codes/nosuchkey/"}} {
		do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector("#query").focus(); document.querySelector("#query").select()`),
			chromedp.KeyEvent(find[0]))
		until(t, tab, `[...document.querySelectorAll("#hits a")].slice(0, 3).some(a => a.pathname.startsWith(`+quote(find[1])+`))`)
	}

	// A reader on a phone follows the documentation from its first page to the next ones.
	do(t, tab, chromedp.Navigate(server.URL+"/docs/"), chromedp.WaitReady(chromedp.CSS("footer.site")),
		chromedp.Click(chromedp.CSS(".kinds a"), chromedp.NodeVisible))
	arrive(t, tab, ".around")
	for range 5 {
		do(t, tab, chromedp.Click(chromedp.CSS(".around [rel=next]"), chromedp.NodeVisible))
		arrive(t, tab, ".around [rel=prev]")
	}
	require.Equal(t, []string{}, eval[[]string](t, tab, tooWide))
}

// size is what a browser loads at most for the playground of the static site, compressed.
const size = 2 << 20

// TestProgramSize compresses the program of the static site as GitHub Pages does, with gzip.
func TestProgramSize(t *testing.T) {
	program, err := os.ReadFile(filepath.Join(os.Getenv("SITE"), "assets", "toolerr.wasm"))
	require.NoError(t, err)
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	require.NoError(t, err)
	_, err = w.Write(program)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.LessOrEqual(t, compressed.Len(), size)
}

// tooWide lists the elements that are wider than the window.
const tooWide = `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, .gallery, .sr, pre, .skip")).map(e => e.outerHTML.slice(0, 120))`

// TestEveryPage looks at all pages of the static site on a phone: none is too wide, and axe-core
// finds no violation. It runs nightly; at other times one page of each sort is looked at.
func TestEveryPage(t *testing.T) {
	server := httptest.NewServer(http.FileServer(http.Dir(os.Getenv("SITE"))))
	t.Cleanup(server.Close)
	pages := []string{"docs/", "docs/start-an-mcp-server/", "docs/mapping/", "codes/404/", "rules/tool/input/4/"}
	if os.Getenv("EVERY_PAGE") != "" {
		pages = nil
		require.NoError(t, filepath.WalkDir(os.Getenv("SITE"), func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".html" && d.Name() != "404.html" { // which has the links of the published site
				name, _ := filepath.Rel(os.Getenv("SITE"), path)
				pages = append(pages, strings.TrimSuffix(filepath.ToSlash(name), "index.html"))
			}
			return err
		}))
		require.Greater(t, len(pages), 150)
	}
	for some := range slices.Chunk(pages, 25) {
		t.Run(some[0], func(t *testing.T) {
			tab := openURL(t, views[2], server.URL+"/"+some[0], false)
			for _, page := range some {
				do(t, tab, chromedp.Navigate(server.URL+"/"+page), chromedp.WaitReady(chromedp.CSS("footer.site")))
				require.Empty(t, eval[[]string](t, tab, tooWide), page)
				require.Empty(t, violations(t, tab, `{}`), page)
			}
		})
	}
}

// TestFile drops a file, opens one, and gets the command for a URL.
func TestFile(t *testing.T) {
	tab := open(t, views[2], "", false)
	do(t, tab, chromedp.Evaluate[chromedp.Void](copied))
	until(t, tab, ready)
	for name, event := range map[string]string{
		"drop": `document.querySelector("#document").dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: data}))`,
		"open": `(f => { f.files = data.files; f.dispatchEvent(new Event("change")) })(document.querySelector("#file"))`,
	} {
		document := `{"__type":"ThrottlingException","message":"Rate exceeded (` + name + `)"}`
		do(t, tab, chromedp.Evaluate[chromedp.Void](`(() => { const data = new DataTransfer(); data.items.add(new File([`+
			quote(document)+`], "error.json")); `+event+` })()`))
		until(t, tab, `document.querySelector("#document").value === `+quote(document)+` && document.querySelector("#card").textContent.includes("rate_limited")`)
		require.Equal(t, "", eval[string](t, tab, `document.querySelector("#status").value`), "the status is not that of the file")
	}
	do(t, tab, chromedp.Click(chromedp.CSS("#fetch summary"), chromedp.NodeVisible),
		chromedp.Evaluate[chromedp.Void](`document.querySelector("#url").focus()`),
		chromedp.KeyEvent("https://example.com/a'b"),
		chromedp.Click(chromedp.CSS("#copy-command"), chromedp.NodeVisible))
	until(t, tab, `window.copied === `+quote(`curl -si 'https://example.com/a'\''b'`))
	do(t, tab, chromedp.SetValue(chromedp.CSS("#client"), "grpc"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector("#client").dispatchEvent(new Event("change"))`))
	until(t, tab, `document.querySelectorAll("#renderings .panel").length === 1 && document.querySelector("#in-grpc") !== null`)
}

// TestScreenshot takes the picture of README.md. With -update it writes it.
func TestScreenshot(t *testing.T) {
	tab := open(t, view{width: 1280, scheme: "light"}, "", false)
	until(t, tab, ready)
	do(t, tab, chromedp.EmulateViewport(1280, 1500, chromedp.EmulateScale(0.7)))
	image, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.Less(t, len(image), 200<<10, "README.md loads it")
	name := filepath.Join(folder, "readme.png")
	if *update {
		name = filepath.Join("..", "..", "docs", "playground.png")
	}
	require.NoError(t, os.WriteFile(name, image, 0o666))
}

// TestNoForeignRequests runs after the tests of the pages, whose requests it checks.
func TestNoForeignRequests(t *testing.T) {
	open(t, views[0], "", false)
	require.Empty(t, foreign.all())
	require.Greater(t, requested.Load(), int64(3))
}

// copied replaces the clipboard, which a browser without a window may not have.
const copied = `navigator.clipboard.writeText = async text => { window.copied = text }`

// ready waits until the page shows the answer to the latest request.
const ready = `!document.querySelector("#card.stale") && document.querySelector("#form").elements.kind.value !== ""`

// TestPlayground uses every control of the front page.
func TestPlayground(t *testing.T) {
	tab := open(t, views[0], "", false)
	do(t, tab, chromedp.Evaluate[chromedp.Void](copied))
	text := func(selector string) string {
		return eval[string](t, tab, `document.querySelector(`+quote(selector)+`).innerText`)
	}
	click := func(selector string) {
		t.Helper()
		do(t, tab, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
	}
	shows := func(selector, want string) {
		t.Helper()
		until(t, tab, `document.querySelector(`+quote(selector)+`)?.textContent.includes(`+quote(want)+`)`)
	}
	typed := func(selector, value string) {
		t.Helper()
		do(t, tab, chromedp.Evaluate[chromedp.Void](`(() => { const e = document.querySelector(`+quote(selector)+
			`); e.focus(); e.select?.() })()`), chromedp.KeyEvent(value))
	}

	until(t, tab, ready)
	require.Equal(t, "", eval[string](t, tab, `location.hash`), "the page does not change its address by itself")
	shows("#card", "invalid_input")
	shows("#card", "must be a code of 3 letters")

	// Every example is an error.
	for i, name := range eval[[]string](t, tab, `[...document.querySelectorAll(".chip")].map(c => c.textContent)`) {
		do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelectorAll(".chip")[`+strconv.Itoa(i)+`].click()`))
		until(t, tab, ready)
		require.True(t, eval[bool](t, tab,
			`document.querySelector("#problem").hidden && !document.querySelector("#card").hidden`), name)
		require.Equal(t, name, text(".chip[aria-pressed=true]"))
	}
	click(`.chip[data-status="402"]`)
	shows("#card", "Your card has insufficient funds.")

	// A document is typed, with a status and an input.
	typed("#document", `{"message": "Wrong seats.", "parameter_errors": {"seats": "must be at least 1"}}`)
	typed("#status", "422")
	typed("#input", `{"seats": 0}`)
	shows("#card", `"seats": 0`)
	shows("#card", "Wrong seats.")
	shows("#in-mcp-2025-11-25", "seats: must be at least 1")
	click(".evidence summary")
	shows(".evidence[open]", "parameter_errors")

	// The error is edited.
	click("#editor summary")
	typed("#f-message", "No seats.")
	shows("#in-problem", "No seats.")
	require.NoError(t, chromedp.Do(tab, chromedp.SetValue(chromedp.CSS("#f-kind"), "rate_limited"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector("#f-kind").dispatchEvent(new Event("input", {bubbles: true}))`)))
	shows("#card", "rate_limited")
	typed("#f-code", "too_many")
	typed("#f-hint", "Book fewer.")
	typed("#f-wait", "2500")
	typed("#f-upstream", "503")
	typed("#f-ref", "r-17")
	do(t, tab, chromedp.SetValue(chromedp.CSS("#f-retry"), "allowed"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector("#f-retry").dispatchEvent(new Event("input", {bubbles: true}))`))
	click("#add-field")
	typed("#fields .item:last-child [data-member=path]", "date")
	typed("#fields .item:last-child [data-member=message]", "is in the past")
	click("#add-challenge")
	typed("#challenges [data-member=url]", "https://auth.example.com/seats")
	typed("#challenges [data-member=message]", "Allow it.")
	click("#fields .item:first-child .remove")
	for _, want := range []string{"too_many", "Book fewer.", "2500", "503", "r-17", "/date", "is in the past",
		"https://auth.example.com/seats"} {
		shows("#in-problem pre", want[max(0, strings.LastIndex(want, "/date")+len("/")-1):])
	}
	shows("#card", "Wait 2.5 s first.")
	require.Contains(t, text("#card .facts"), "too_many", "a code in other letters is another code")
	shows("#go", "errkit.RateLimited")
	require.NotContains(t, text("#in-problem pre"), "must be at least 1", "the first field was removed")

	// Formats are chosen.
	click("#formats summary")
	click("#all-formats")
	until(t, tab, `document.querySelectorAll("#renderings .panel").length === 31`)
	click("#main-formats")
	until(t, tab, `document.querySelectorAll("#renderings .panel").length === 6`)
	click(`[name=dialect][value=grpc]`)
	shows("#in-grpc", "grpc-status")
	click("#carry")
	shows("#in-mcp-2025-11-25", "io.github.toolerr/error")

	// Everything can be copied.
	for as, want := range map[string]string{"json": `"kind": "rate_limited"`, "go": "&errkit.Error{",
		"curl": "curl -si " + base + "api/render/mcp"} {
		click("[data-as=" + as + "]")
		until(t, tab, `window.copied?.includes(`+quote(want)+`)`)
	}
	command := eval[string](t, tab, `window.copied = ""; document.querySelector("[data-as=curl]").click(); new Promise(done => setTimeout(() => done(window.copied)))`)
	out, err := exec.CommandContext(t.Context(), "sh", "-c", command).Output()
	require.NoError(t, err, command)
	require.Contains(t, string(out), "No seats.")
	click("#in-grpc .copy")
	until(t, tab, `window.copied?.startsWith("grpc-status")`)
	shows("#said", "Copied")

	// A link has the whole state.
	click("#share")
	until(t, tab, `window.copied?.includes("#s=")`)
	link := eval[string](t, tab, `window.copied`)
	const documents = `[...document.querySelectorAll("#renderings pre")].map(e => e.textContent)`
	card, shown := text("#card"), eval[[]string](t, tab, documents)
	other := open(t, views[2], strings.TrimPrefix(link, base), false)
	until(t, other, ready)
	until(t, other, `document.querySelector("#in-grpc") !== null`)
	require.Equal(t, strings.Fields(card),
		strings.Fields(eval[string](t, other, `document.querySelector("#card").innerText`)))
	require.Equal(t, shown, eval[[]string](t, other, documents))
	require.Equal(t, "No seats.", eval[string](t, other, `document.querySelector("#f-message").value`))

	// The document counts again, and what is no error is explained.
	click("#undo")
	shows("#card", "Wrong seats.")
	typed("#status", "200")
	typed("#document", "{")
	shows("#problem", "This is not valid JSON")
	until(t, tab, `document.querySelector("#card").hidden`)
	until(t, tab, `document.querySelector("[data-as=go]").disabled && document.querySelector(".source-go").hidden`)
	typed("#document", `{"title":"Gone.","status":410}`)
	until(t, tab, ready)

	// Why a file is not read is for everyone to see.
	do(t, tab, chromedp.Evaluate[chromedp.Void](`(() => {
		const files = new DataTransfer(), box = document.querySelector("#file");
		files.items.add(new File(["x".repeat(300 * 1024)], "large.txt"));
		box.files = files.files;
		box.dispatchEvent(new Event("change", { bubbles: true }));
	})()`))
	shows("#problem:not([hidden])", "the limit is 200 KiB")
}

// TestKeyboard reaches the parts of the front page by the keyboard.
func TestKeyboard(t *testing.T) {
	tab := open(t, views[0], "", false)
	until(t, tab, ready)
	seen := map[string]bool{}
	for range 60 {
		do(t, tab, chromedp.KeyEvent(kb.Tab))
		at := eval[string](t, tab, `(e => e.id || e.className || e.tagName)(document.activeElement)`)
		if seen[at] = true; at == "BODY" {
			continue // after the last part
		}
		require.NotEqual(t, "none", eval[string](t, tab,
			`(s => s.outlineStyle)(getComputedStyle(document.activeElement))`), at)
	}
	for _, want := range []string{"skip", "chip", "document", "status", "input", "share", "copy js"} {
		require.True(t, seen[want], "%s: %v", want, seen)
	}
	do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector("#editor summary").focus()`),
		chromedp.KeyEvent(kb.Enter))
	until(t, tab, `document.querySelector("#editor").open`)
}

// TestFailures calls the demo tools from the page.
func TestFailures(t *testing.T) {
	tab := open(t, views[0], "failures/#auth-required", false)
	until(t, tab, `document.querySelector("#auth-required").open`)
	for _, id := range eval[[]string](t, tab, `[...document.querySelectorAll(".failure")].map(f => f.id)`) {
		do(t, tab, chromedp.Evaluate[chromedp.Void](`(f => { f.open = true; for (const c of f.querySelectorAll(".answer code")) c.textContent = "" })(document.getElementById("`+id+`"))`))
		do(t, tab, chromedp.Click(chromedp.CSS("#"+id+" .call"), chromedp.NodeVisible))
		until(t, tab, `document.querySelector("#`+id+` .called").textContent.startsWith("Answered")`)
		require.Zero(t, eval[int](t, tab,
			`[...document.querySelectorAll("#`+id+` .answer code")].filter(c => c.textContent.length < 20).length`),
			id)
	}
}

// TestMatrix explains the circles that are pointed at.
func TestMatrix(t *testing.T) {
	tab := open(t, views[0], "matrix/", false)
	do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector('.matrix a[href$="rate_limited/#in-mcp-2025-11-25"]').focus()`))
	until(t, tab, `document.querySelector("#cell").textContent.includes("rate_limited in MCP: ")`)
	color := `getComputedStyle(document.querySelector('.matrix a[href$="rate_limited/#in-anthropic"]')).borderColor`
	before := eval[string](t, tab, color)
	do(t, tab, chromedp.Click(chromedp.CSS("#carried"), chromedp.NodeVisible))
	require.NotEqual(t, before, eval[string](t, tab, color))
	do(t, tab, chromedp.Click(chromedp.CSS(`.matrix a[href$="conflict/#in-oxp"]`), chromedp.NodeVisible))
	arrive(t, tab, "#in-oxp:target")
}

// TestSearch finds pages by words, codes and statuses, also if the fragment of the address is not
// valid.
func TestSearch(t *testing.T) {
	tab := open(t, views[2], "search/#%", false)
	for _, find := range [][2]string{{"-32008", "-32008"}, {"too many calls", "rate_limited"},
		{"NoSuchKey", "NoSuchKey"}, {"rate limit", "rate_limit"}, {"names the member", "tool/input/4"},
		{"playground", "Playground"}} {
		query, want := find[0], find[1]
		do(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector("#query").focus(); document.querySelector("#query").select()`), chromedp.KeyEvent(query))
		until(t, tab, `document.querySelector("#hits a")?.textContent === `+quote(want))
	}
	typed := eval[string](t, tab, `document.querySelector("#found").textContent`)
	require.Regexp(t, `^\d+ pages?$`, typed)
	do(t, tab, chromedp.Click(chromedp.CSS("#hits a"), chromedp.NodeVisible))
	arrive(t, tab, "#document")
}

// TestWithoutScripts reads the pages with JavaScript disabled.
func TestWithoutScripts(t *testing.T) {
	for path, want := range map[string][]string{
		"": {"must be a code of 3 letters", "Do not repeat the same call.",
			"toolerr decode --text", "A client decodes everything"},
		"failures/":              {"Doorbell ID not found", "curl -s"},
		"matrix/":                {"auth_config_invalid", "another kind"},
		"problems/rate_limited/": {"Too many calls.", "RATE_LIMITED"},
		"search/":                {"permission_denied"},
	} {
		tab := open(t, views[2], path, true)
		text, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS("main")))
		require.NoError(t, err)
		for _, part := range want {
			require.Contains(t, text, part, path)
		}
		require.NotContains(t, text, "Copy link")
	}
}

func quote(text string) string { return strconv.Quote(text) }
