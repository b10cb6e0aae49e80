package demo

import (
	"context"
	"crypto/rand"
	"fmt"
	"html/template"
	"net/http"
	"sync"

	"github.com/toolerr/toolerr/adapters/oxp"
	"github.com/toolerr/toolerr/errkit"
)

// provider names who must allow that mail is sent.
const provider = "demo_mail"

type mailInput struct {
	To      string `json:"to" validate:"required,email" description:"Who gets the mail."`
	Subject string `json:"subject" validate:"required,max=200" description:"What it is about."`
	Body    string `json:"body,omitempty" validate:"max=10000" description:"What it says."`
}

type mailOutput struct {
	Sent string `json:"sent"`
}

// mail is Mail.Send 1.0.0. Nothing is sent. A user must allow it first, by visiting a page; who that is, only OXP can say,
// so the callers of all other protocols are one user.
type mail struct{ consents consents }

func (m *mail) send(ctx context.Context, in mailInput) (mailOutput, error) {
	if oxp.CallOf(ctx) == nil { // in OXP it is a requirement, and was checked
		if ch := m.consents.ask(""); ch != nil {
			return mailOutput{}, &errkit.Error{Kind: errkit.AuthRequired, Needs: &errkit.Needs{Challenges: []errkit.Challenge{*ch}}}
		}
	}
	return mailOutput{Sent: in.To}, nil
}

// challenge is the requirement of Mail.Send in OXP.
func (m *mail) challenge(_ context.Context, c *oxp.Call) (*errkit.Challenge, error) {
	return m.consents.ask(c.UserID), nil
}

// maxConsents bounds the users that are remembered; the oldest is forgotten first.
const maxConsents = 1000

// consents knows which users allowed mail to be sent.
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

// ask returns what the user must visit, nil if the user has been there.
func (c *consents) ask(user string) *errkit.Challenge {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.users[user]
	if known == nil {
		known = c.remember(user)
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

func (c *consents) remember(user string) *consent {
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

// check answers a check_url.
func (c *consents) check(_ context.Context, id string) (oxp.Status, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.byID[id]
	switch {
	case known == nil:
		return "", false
	case known.given:
		return oxp.Completed, true
	}
	return oxp.Pending, true
}

var consentPage = template.Must(template.New("consent").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>{{.}}</title><p>{{.}}</p></html>
`))

// visit is the page of a challenge. Who was there has allowed it.
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
	w.Header().Set("Content-Security-Policy", pagePolicy)
	if err := consentPage.Execute(w, "The demo may send mail now. Call the tool again."); err != nil {
		return fmt.Errorf("demo: the consent page: %w", err)
	}
	return nil
}
