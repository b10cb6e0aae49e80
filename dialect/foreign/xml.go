package foreign

import (
	"html"
	"net/http"
	"strings"

	"github.com/toolerr/toolerr/dialect/wire"
	"github.com/toolerr/toolerr/errkit"
)

// maxXML bounds the bytes of a body in XML that are looked at.
const maxXML = 8 << 10

// xmlElements are the elements that have the code and the message of an error: AWS and Azure, SOAP
// 1.1 and 1.2.
var xmlElements = [...]struct{ code, message string }{
	{"Code", "Message"}, {"faultcode", "faultstring"}, {"Value", "Text"},
}

// soapCodes are the codes of SOAP faults (SOAP 1.1 §4.4.1, SOAP 1.2 §5.4.6), whose HTTP status is
// 500 also for faults of the client.
var soapCodes = []codes[string]{
	{errkit.InvalidRequest, 0, []string{"Client", "Sender"}},
	{errkit.Internal, 0, []string{"Server", "Receiver"}},
	{errkit.UnsupportedVersion, 0, []string{"VersionMismatch"}},
	{errkit.Unsupported, 0, []string{"MustUnderstand"}},
}

// byXML reads the error body in XML of a response with the HTTP status of an error, and reports
// whether it has a code or a message.
func byXML(r *wire.Reader, body []byte) bool {
	text := strings.TrimSpace(string(body[:min(len(body), maxXML)]))
	if !strings.HasPrefix(text, "<") {
		return false
	}
	head := strings.ToLower(text[:min(len(text), 16)])
	if strings.HasPrefix(head, "<!doctype") || strings.HasPrefix(head, "<html") {
		return false
	}
	for _, of := range xmlElements {
		code, hasCode := elementText(text, of.code)
		message, hasMessage := elementText(text, of.message)
		if !hasCode && !hasMessage {
			continue
		}
		if of.code == "Code" {
			ByAPICode(r, code, "the element Code")
		} else {
			bySOAPCode(r, code)
		}
		if hasCode {
			r.Peer.Code = wire.Clip(code)
		}
		r.Message(message)
		return true
	}
	return false
}

func bySOAPCode(r *wire.Reader, code string) {
	code = code[strings.LastIndexByte(code, ':')+1:]
	if c := find(soapCodes, code); c != nil && r.Document.Status == http.StatusInternalServerError {
		r.Kind(c.kind, "the SOAP fault "+code)
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
