package tool

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toolerr/toolerr/errkit"
)

// A Set is the tools of a server. The zero Set is empty. It may be used by many goroutines at
// once and must not be copied.
type Set struct {
	mu     sync.RWMutex
	tools  []*Tool            // in the order in which they were added
	byName map[string][]*Tool // by ModelName, versions ascending
}

// NewSet returns a set of tools. It panics where [Set.Add] returns an error.
func NewSet(tools ...*Tool) *Set {
	s := new(Set)
	if err := s.Add(tools...); err != nil {
		panic(err)
	}
	return s
}

// Add adds tools. Versions of one name are different tools. A nil tool is an error, and so is one
// whose name and version are in the set, or whose name differs from another one only by a dot in
// place of an underscore. If there is an error, no tool is added.
func (s *Set) Add(tools ...*Tool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	byName := map[string][]*Tool{}
	maps.Copy(byName, s.byName)
	for _, t := range tools {
		if t == nil {
			return fmt.Errorf("tool: a nil tool")
		}
		key := t.ModelName()
		versions := byName[key]
		if len(versions) > 0 && versions[0].Name != t.Name {
			return fmt.Errorf("tool %q: its name without dots is that of %q", t.Name, versions[0].Name)
		}
		i, found := search(versions, t.version)
		if found {
			return fmt.Errorf("tool %q: the set has version %s", t.Name, t.Version)
		}
		byName[key] = slices.Insert(slices.Clip(versions), i, t)
	}
	s.byName = byName
	s.tools = append(slices.Clip(s.tools), tools...)
	return nil
}

func search(versions []*Tool, v version) (int, bool) {
	return slices.BinarySearchFunc(versions, v, func(t *Tool, v version) int { return t.version.compare(v) })
}

// All returns the tools in the order in which they were added.
func (s *Set) All() iter.Seq[*Tool] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Values(s.tools)
}

// Latest returns the highest version of each name, in the order in which the tools were added:
// for protocols without versions.
func (s *Set) Latest() iter.Seq[*Tool] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var latest []*Tool
	for _, t := range s.tools {
		if versions := s.byName[t.ModelName()]; versions[len(versions)-1] == t {
			latest = append(latest, t)
		}
	}
	return slices.Values(latest)
}

// Find returns the tool with an id: its name or [Tool.ModelName], optionally followed by @ and a
// version. x.y.z is that version, x is x.0.0, and none is the highest one (OXP 1.0, Tool Version
// Resolution). The error is of kind ToolNotFound, VersionNotFound, or InvalidRequest if the
// version is not valid.
func (s *Set) Find(id string) (*Tool, error) {
	name, wanted, at := strings.Cut(id, "@")
	s.mu.RLock()
	versions := s.byName[modelName(name)]
	s.mu.RUnlock()
	switch {
	case len(versions) == 0 || name != versions[0].Name && name != versions[0].ModelName():
		if !validName(name) {
			return nil, errkit.ToolNotFound
		}
		return nil, &errkit.Error{Kind: errkit.ToolNotFound, Message: errkit.Textf("Tool '%s' was not found", name)}
	case !at:
		return versions[len(versions)-1], nil
	}
	v, err := parseVersion(wanted, true)
	if err != nil {
		return nil, &errkit.Error{Kind: errkit.InvalidRequest,
			Message: "The tool's version is not valid: want x.y.z or x.", Err: err}
	}
	i, found := search(versions, v)
	if !found {
		return nil, &errkit.Error{
			Kind:    errkit.VersionNotFound,
			Message: errkit.Textf("Tool '%s' was not found", versions[0].ModelName()),
			Dev:     errkit.Devf("%s version %s is not available", versions[0].Name, strings.Join(v[:], ".")),
		}
	}
	return versions[i], nil
}

// maxVersion bounds a version, in bytes.
const maxVersion = 64

// A version is x.y.z as decimal digits without leading zeros.
type version [3]string

// versionPattern matches x and x.y.z.
var versionPattern = regexp.MustCompile(`^0*([0-9]+)(?:\.0*([0-9]+)\.0*([0-9]+))?$`)

// parseVersion parses x.y.z and, if short is set, x, which is x.0.0 (OXP 1.0, Tool Version
// Resolution).
func parseVersion(s string, short bool) (version, error) {
	s = s[:min(len(s), maxVersion+1)]
	parts := versionPattern.FindStringSubmatch(s)
	if len(s) <= maxVersion && parts != nil && (short || parts[2] != "") {
		return version{parts[1], cmp.Or(parts[2], "0"), cmp.Or(parts[3], "0")}, nil
	}
	form := "x.y.z"
	if short {
		form = "x.y.z or x"
	}
	return version{}, fmt.Errorf("the version %q is not of the form %s", s[:min(len(s), maxVersion)], form)
}

// compare compares as numbers: of two numbers without leading zeros the longer one is larger.
func (v version) compare(w version) int {
	return slices.CompareFunc(v[:], w[:], func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}
