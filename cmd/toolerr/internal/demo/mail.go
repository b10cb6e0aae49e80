package demo

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"sync"

	"github.com/samber/lo"

	"github.com/toolerr/toolerr/adapters/oxpserver"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/tool"
)

// The ids of the authorizations that Mail.Send and Files.List require.
const (
	mailProvider  = "demo_mail"
	filesProvider = "demo_files"
)

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

type listInput struct {
	Folder string `json:"folder,omitempty" validate:"max=200" description:"The folder (default all)."`
}

// list is Files.List 1.0.0. Nobody has to visit the page of its challenge.
func list(context.Context, listInput) ([]string, error) { return []string{"bell.txt", "door.txt"}, nil }

// filesPolls is how often the check_url of Files.List is requested before the consent is given.
const filesPolls = 3

// maxUserID is the maximum size of the id of a user in memory, in bytes.
const maxUserID = 256

// maxConsents is the maximum number of users in memory. The oldest is removed first.
const maxConsents = 1000

// consents stores which users gave their consent, by visiting a page. Only OXP identifies users;
// callers in all other protocols count as one user.
type consents struct {
	base string // URL of the server

	mu   sync.Mutex
	list []*consent // the oldest first
}

type consent struct {
	id, provider, user string
	given              bool
	polls              int // of its check_url
}

// required returns what a tool requires that needs the consent of its user.
func (c *consents) required(provider string, message errkit.Text) tool.Authorization {
	return tool.Authorization{ID: provider,
		Challenge: func(_ context.Context, caller tool.Caller) (*errkit.Challenge, error) {
			return c.challenge(provider, caller.UserID, message)
		}}
}

// challenge returns the challenge for a user without consent.
func (c *consents) challenge(provider, user string, message errkit.Text) (*errkit.Challenge, error) {
	if len(user) > maxUserID {
		return nil, errkit.New(errkit.TooLarge, "The user id has more than 256 bytes.")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known, _ := lo.Find(c.list, func(known *consent) bool { return known.user == user && known.provider == provider })
	if known == nil {
		known = &consent{id: rand.Text(), provider: provider, user: user}
		c.list = append(c.list[max(len(c.list)+1-maxConsents, 0):], known)
	}
	if known.given {
		return nil, nil
	}
	return &errkit.Challenge{
		ID:       known.id,
		URL:      c.base + "/consent/" + known.id,
		CheckURL: c.base + "/oxp/challenges/" + known.id,
		Message:  message,
	}, nil
}

// byID returns a consent, else nil.
func (c *consents) byID(id string) *consent {
	known, _ := lo.Find(c.list, func(known *consent) bool { return known.id == id })
	return known
}

// check returns the status of a challenge, for its check_url.
func (c *consents) check(_ context.Context, id string) (oxpserver.Status, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.byID(id)
	if known == nil {
		return "", false
	}
	if known.polls++; known.provider == filesProvider && known.polls >= filesPolls {
		known.given = true
	}
	return lo.Ternary(known.given, oxpserver.Completed, oxpserver.Pending), true
}

// consentPolicy is the Content-Security-Policy of the page: no resources.
const consentPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const consentPage = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>The demo may do this now. Call the tool again.</title>` +
	`<p>The demo may do this now. Call the tool again.</p></html>
`

// visit serves the page of a challenge. A GET request for it gives the consent.
func (c *consents) visit(w http.ResponseWriter, r *http.Request) error {
	c.mu.Lock()
	known := c.byID(r.PathValue("id"))
	if known != nil && r.Method == http.MethodGet {
		known.given = true
	}
	c.mu.Unlock()
	if known == nil {
		return errkit.New(errkit.NotFound, "There is no such challenge.")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", consentPolicy)
	_, err := io.WriteString(w, consentPage)
	return err
}
