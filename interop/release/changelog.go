package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// heading is that of the changes since the last release (https://keepachangelog.com).
const heading = "\n## Unreleased\n"

// cut makes the changes since the last release those of a version, and leaves an empty heading for
// the next one.
func cut(changelog, version string, date time.Time) (string, error) {
	before, rest, ok := strings.Cut(changelog, heading)
	if !ok {
		return "", errors.New(`CHANGELOG.md has no heading "## Unreleased"`)
	}
	changes, older := rest, ""
	if i := strings.Index(rest, "\n## "); i >= 0 {
		changes, older = rest[:i+1], rest[i+1:]
	}
	if strings.TrimSpace(changes) == "" {
		return "", fmt.Errorf("CHANGELOG.md has no changes for %s: write them below its heading Unreleased", version)
	}
	if _, err := notes(changelog, version); err == nil {
		return "", fmt.Errorf("CHANGELOG.md already has the version %s", version)
	}
	title := fmt.Sprintf("\n## %s - %s\n", version, date.Format(time.DateOnly))
	return before + heading + title + changes + older, nil
}

// relative is a link to a file of the repository.
var relative = regexp.MustCompile(`\]\(([^:)]+)\)`)

// notes returns the changes of a version, as the page of a release shows them: with links to its
// files.
func notes(changelog, version string) (string, error) {
	_, rest, ok := strings.Cut(changelog, "\n## "+version+" - ")
	if !ok {
		return "", fmt.Errorf("CHANGELOG.md has no version %s", version)
	}
	_, changes, _ := strings.Cut(rest, "\n")
	changes, _, _ = strings.Cut(changes, "\n## ")
	changes = relative.ReplaceAllString(changes, "](https://"+root+"/blob/"+version+"/$1)")
	return strings.TrimSpace(changes) + "\n", nil
}

// untilRelease ends a paragraph of a page about what does not work before the first release.
const untilRelease = "<!-- until the first release -->"

// published returns a page without the paragraphs that a release makes wrong.
func published(page string) string {
	var kept []string
	for paragraph := range strings.SplitSeq(page, "\n\n") {
		if !strings.HasSuffix(strings.TrimSpace(paragraph), untilRelease) {
			kept = append(kept, paragraph)
		}
	}
	return strings.Join(kept, "\n\n")
}
