package oxpclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/toolerr/toolerr/dialect"
	"github.com/toolerr/toolerr/dialect/oxp"
	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/internal/header"
	"github.com/toolerr/toolerr/jsontree"
	"github.com/toolerr/toolerr/tool"
)

// Needs supply what a call lacks (OXP 1.0, missing_requirements). They ask the user, or look it
// up. An error ends the call: one of package errkit, such as errkit.PermissionDenied if the user
// declines, is the error of the call.
type Needs interface {
	// Consent shows the user the URL of a challenge, which is one of http or https and otherwise
	// as the server wrote it. If the challenge has a CheckURL the client polls it, and Consent may
	// return at once; otherwise it returns when the user has completed the challenge.
	Consent(ctx context.Context, challenge errkit.Challenge) error

	// UserID returns the id of the user.
	UserID(ctx context.Context) (string, error)

	// Secret returns the secret with a name.
	Secret(ctx context.Context, name string) (string, error)
}

// maySupply reports whether a call that failed may be made again with what it lacks.
func (c *Client) maySupply(e *errkit.Error) bool {
	n := e.Needs
	return c.Needs != nil && n != nil && (n.UserID || len(n.Secrets)+len(n.Challenges) > 0) &&
		len(n.Scopes) == 0 && !n.WantsInput() && c.Codec.Table.RetryOf(e) == errkit.AfterAction
}

var (
	errNothing = errors.New("oxpclient: nothing was supplied")
	errPending = errors.New("oxpclient: the challenge is pending")
	errBadURL  = errors.New("oxpclient: the URL of the challenge is not one of http or https")
)

// supply adds what a call lacks to its caller.
func (c *Client) supply(ctx context.Context, e *errkit.Error, caller *tool.Caller) (err error) {
	if e.Needs.UserID {
		if caller.UserID, err = c.Needs.UserID(ctx); err != nil || caller.UserID == "" {
			return cmp.Or(err, errNothing)
		}
	}
	for _, name := range e.Needs.Secrets {
		secret, err := c.Needs.Secret(ctx, name)
		if err != nil || secret == "" {
			return cmp.Or(err, errNothing)
		}
		if caller.Secrets == nil {
			caller.Secrets = map[string]errkit.Private{}
		}
		caller.Secrets[name] = errkit.Dev(secret)
	}
	for _, challenge := range e.Needs.Challenges {
		if u, err := url.Parse(challenge.URL); err != nil || !isWeb(u) {
			return errBadURL
		}
		challenge.CheckURL = c.checkURL(challenge.CheckURL)
		if err := c.Needs.Consent(ctx, challenge); err != nil {
			return err
		}
		if err := c.await(ctx, challenge.CheckURL); err != nil {
			return err
		}
	}
	return nil
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil
}

// checkURL returns a check_url that may be requested, otherwise "".
func (c *Client) checkURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || !isWeb(u) || !c.isOwn(u, "") && (c.MayCheck == nil || !c.MayCheck(u)) {
		return ""
	}
	u.Fragment = ""
	return u.String()
}

// isOwn reports whether u is at the origin of the server (RFC 6454 §4), and its path below one.
func (c *Client) isOwn(u *url.URL, below string) bool {
	own, err := url.Parse(c.URL)
	return err == nil && u.Scheme == own.Scheme && port(u) == port(own) &&
		strings.EqualFold(u.Hostname(), own.Hostname()) &&
		strings.HasPrefix(path.Clean("/"+u.Path)+"/", strings.TrimSuffix(path.Clean("/"+below), "/")+"/")
}

func port(u *url.URL) string {
	if u.Port() == "" && u.Scheme == "https" {
		return "443"
	}
	return cmp.Or(u.Port(), "80")
}

// maxFailures bounds how often a check_url may fail one after the other.
const maxFailures = 5

// await polls a check_url until the challenge is completed. With "" it is.
func (c *Client) await(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	limit, cancel := context.WithTimeout(ctx, positive(c.MaxConsent, 5*time.Minute))
	defer cancel()
	for failures := 0; ; {
		status, wait, err := c.check(limit, address)
		switch failures++; {
		case status == "completed":
			return nil
		case status == "pending":
			failures = 0
		case wait < 0 || failures == maxFailures:
			return err
		}
		select {
		case <-time.After(max(wait, positive(c.Poll, 2*time.Second))):
		case <-limit.Done():
			return errors.Join(errPending, context.Cause(ctx))
		}
	}
}

// check requests the status of a challenge (OXP 1.0, Authorization Challenge Check Response). If
// it is neither pending nor completed there is an error, and the wait is negative if it is final.
func (c *Client) check(ctx context.Context, address string) (status string, wait time.Duration, err error) {
	resp, e := c.send(ctx, http.MethodGet, address, nil, 64<<10)
	if e != nil {
		// It is not the error of the call.
		return "", 0, fmt.Errorf("oxpclient: the check_url: %v", cmp.Or(e.Err, error(e)))
	}
	wait = header.Delay(resp.Header, time.Now, true)
	if resp.Status != http.StatusOK {
		mayPass := resp.Status >= 500 || resp.Status == http.StatusRequestTimeout
		if !mayPass && !header.IsRefused(resp.Status, resp.Header) {
			wait = -1
		}
		return "", wait, fmt.Errorf("oxpclient: the check_url responded with the status %d", resp.Status)
	}
	root, err := jsontree.Parse(resp.Body, jsontree.Limits{})
	if err != nil {
		return "", wait, fmt.Errorf("oxpclient: the response of the check_url: %w", err)
	}
	switch status, _ = root.Member("status").Text(); status {
	case "pending", "completed":
		return status, wait, nil
	case "failed":
		failed, err := c.Codec.Decode(dialect.Document{Dialect: oxp.Dialect{}, Status: resp.Status, Body: resp.Body})
		if failed != nil {
			err = failed
		}
		return status, -1, err
	}
	return "", -1, errors.New("oxpclient: the check_url responded without a status of OXP")
}

func positive(d, fallback time.Duration) time.Duration { return cmp.Or(max(d, 0), fallback) }
