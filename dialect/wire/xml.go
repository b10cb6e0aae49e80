package wire

import (
	"html"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/errkit"
)

// maxXML bounds the bytes of a body in XML that are looked at.
const maxXML = 8 << 10

// xmlCodes are the elements that have the code of an error: AWS and Azure, SOAP 1.1 and 1.2.
var xmlCodes = [...]string{"Code", "faultcode", "Value"}

// xmlMessages are the elements that have the message of an error, in the same order.
var xmlMessages = [...]string{"Message", "faultstring", "Text"}

// soapCodes are the codes of SOAP faults (SOAP 1.1 §4.4.1, SOAP 1.2 §5.4.6), whose HTTP status is 500 also for faults of the
// client.
var soapCodes = [...]struct {
	name string
	kind errkit.Kind
}{
	{"Client", errkit.InvalidRequest},
	{"Sender", errkit.InvalidRequest},
	{"Server", errkit.Internal},
	{"Receiver", errkit.Internal},
	{"VersionMismatch", errkit.UnsupportedVersion},
	{"MustUnderstand", errkit.Unsupported},
}

// byXML reads the error body in XML of a response with the HTTP status of an error, and reports whether it has a code or a message.
func (r *Reader) byXML(body []byte) bool {
	text := strings.TrimSpace(string(body[:min(len(body), maxXML)]))
	if !strings.HasPrefix(text, "<") {
		return false
	}
	if head := strings.ToLower(text[:min(len(text), 16)]); strings.HasPrefix(head, "<!doctype") || strings.HasPrefix(head, "<html") {
		return false
	}
	for i := range xmlCodes {
		code, hasCode := elementText(text, xmlCodes[i])
		message, hasMessage := elementText(text, xmlMessages[i])
		if !hasCode && !hasMessage {
			continue
		}
		if xmlCodes[i] == "Code" {
			r.ByAPICode(code, "the element Code")
		} else {
			r.bySOAPCode(code)
		}
		if hasCode {
			r.Peer.Code = Clip(code)
		}
		r.Message(message)
		return true
	}
	return false
}

func (r *Reader) bySOAPCode(code string) {
	code = code[strings.LastIndexByte(code, ':')+1:]
	for _, c := range soapCodes {
		if c.name == code && r.Document.Status == http.StatusInternalServerError {
			r.Kind(c.kind, "the SOAP fault "+code)
		}
	}
}

// elementText returns the text of the first element with a local name that has no element inside.
func elementText(text, name string) (string, bool) {
	for {
		before, rest, ok := strings.Cut(text, ">")
		if !ok {
			return "", false
		}
		text = rest
		start := strings.LastIndexByte(before, '<') // no tag has another "<"
		if start < 0 {
			continue
		}
		tag, _, _ := strings.Cut(before[start+1:], " ")
		if tag[strings.LastIndexByte(tag, ':')+1:] != name {
			continue
		}
		if content, _, ok := strings.Cut(rest, "<"); ok && strings.HasPrefix(rest[len(content):], "</"+tag+">") {
			return html.UnescapeString(strings.TrimSpace(content)), true
		}
	}
}
