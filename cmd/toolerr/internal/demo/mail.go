package demo

import (
	"context"
	"crypto/rand"
	"fmt"
	"html/template"
	"net/http"
	"sync"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// provider is the id of the authorization that Mail.Send requires.
const provider = "demo_mail"

type mailInput struct {
	To      string `json:"to" validate:"required,email" description:"The address of the recipient."`
	Subject string `json:"subject" validate:"required,max=200" description:"The subject."`
	Body    string `json:"body,omitempty" validate:"max=10000" description:"The text."`
}

type mailOutput struct {
	Sent string `json:"sent"`
}

// send is Mail.Send 1.0.0, which does not send anything. It requires the consent of the user.
func send(_ context.Context, in mailInput) (mailOutput, error) { return mailOutput{Sent: in.To}, nil }

// mail has the consents of users, who give one by visiting a page. Only OXP identifies users; callers in all other protocols
// count as one user.
type mail struct{ consents consents }

// challenge returns the challenge of Mail.Send for a user without consent.
func (m *mail) challenge(_ context.Context, c tool.Caller) (*errkit.Challenge, error) {
	if len(c.UserID) > maxUserID {
		return nil, errkit.New(errkit.TooLarge, "The user id has more than 256 bytes.")
	}
	return m.consents.request(c.UserID), nil
}

// maxUserID is the maximum size of the id of a user in memory, in bytes.
const maxUserID = 256

// maxConsents is the maximum number of users in memory. The oldest is removed first.
const maxConsents = 1000

// consents stores which users gave their consent.
type consents struct {
	base string // URL of the server

	mu    sync.Mutex
	byID  map[string]*consent
	users map[string]*consent
	order []*consent
}

type consent struct {
	id, user string
	given    bool
}

// request returns the challenge for a user, or nil if the user has already given consent.
func (c *consents) request(user string) *errkit.Challenge {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.users[user]
	if known == nil {
		known = c.add(user)
	}
	if known.given {
		return nil
	}
	return &errkit.Challenge{
		ID:       known.id,
		URL:      c.base + "/consent/" + known.id,
		CheckURL: c.base + "/oxp/challenges/" + known.id,
		Message:  "Allow the demo to send mail.",
	}
}

func (c *consents) add(user string) *consent {
	if c.byID == nil {
		c.byID, c.users = map[string]*consent{}, map[string]*consent{}
	}
	if len(c.order) >= maxConsents {
		oldest := c.order[0]
		c.order = append([]*consent(nil), c.order[1:]...)
		delete(c.byID, oldest.id)
		delete(c.users, oldest.user)
	}
	known := &consent{id: rand.Text(), user: user}
	c.byID[known.id], c.users[user] = known, known
	c.order = append(c.order, known)
	return known
}

// check returns the status of a challenge, for its check_url.
func (c *consents) check(_ context.Context, id string) (oxpserver.Status, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.byID[id]
	switch {
	case known == nil:
		return "", false
	case known.given:
		return oxpserver.Completed, true
	}
	return oxpserver.Pending, true
}

// consentPolicy is the Content-Security-Policy of the page: no resources.
const consentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var consentPage = template.Must(template.New("consent").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>{{.}}</title><p>{{.}}</p></html>
`))

// visit serves the page of a challenge. A GET request for it gives the consent.
func (c *consents) visit(w http.ResponseWriter, r *http.Request) error {
	c.mu.Lock()
	known := c.byID[r.PathValue("id")]
	if known != nil && r.Method == http.MethodGet {
		known.given = true
	}
	c.mu.Unlock()
	if known == nil {
		return errkit.New(errkit.NotFound, "There is no such challenge.")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", consentPolicy)
	if err := consentPage.Execute(w, "The demo may send mail now. Call the tool again."); err != nil {
		return fmt.Errorf("demo: the consent page: %w", err)
	}
	return nil
}
