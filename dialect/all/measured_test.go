package all_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolerr/toolerr/errkit"
)

// A tally counts documents of a measured list.
type tally struct {
	documents, right  int
	codes, rightCodes int // of the documents whose service names its error
	misleading        int // wrong and confident
}

// tallies are the counts of each group.
type tallies map[string]tally

// A measured list has the kinds that would mislead and the codes of the services, and a floor.
type measured struct {
	name  string
	first tallies // the result of decoding it for the first time
	// floor is what must stay right. What is better now becomes the floor in the same commit.
	floor tally
}

var measuredLists = []measured{
	{"Fourteenth list", tallies{
		"model APIs":              {28, 27, 16, 0, 0},
		"clouds":                  {53, 51, 46, 5, 0},
		"APIs":                    {102, 91, 56, 0, 2},
		"data and infrastructure": {49, 48, 34, 0, 0},
		"GraphQL and RPC":         {44, 36, 31, 0, 0},
		"frameworks":              {37, 34, 7, 0, 0},
		"without a status":        {36, 16, 17, 0, 0},
		"MCP":                     {80, 75, 0, 0, 0},
		"not errors":              {12, 12, 0, 0, 0},
	}, tally{right: 441, rightCodes: 194}},
	{"Fifteenth list", tallies{
		"model APIs":                {18, 17, 6, 4, 0},
		"clouds and infrastructure": {62, 58, 40, 24, 0},
		"APIs":                      {103, 99, 59, 44, 0},
		"data":                      {40, 39, 26, 17, 0},
		"RPC and XML":               {25, 20, 19, 5, 0},
		"frameworks":                {34, 32, 17, 12, 0},
		"without a status":          {23, 10, 3, 2, 0},
		"MCP":                       {46, 41, 1, 0, 0},
		"not errors":                {11, 11, 0, 0, 0},
	}, tally{right: 358, rightCodes: 146}},
	{"Sixteenth list", tallies{
		"banks and payments":      {35, 32, 32, 17, 0},
		"telecom and devices":     {25, 24, 14, 13, 0},
		"science and public data": {33, 31, 18, 11, 1},
		"games and media":         {25, 25, 12, 10, 0},
		"exchanges":               {19, 19, 13, 8, 0},
		"travel and logistics":    {18, 16, 11, 5, 0},
		"pages and traces":        {15, 7, 0, 0, 0},
		"MCP":                     {30, 28, 0, 0, 0},
		"not errors":              {10, 10, 0, 0, 0},
	}, tally{right: 206, rightCodes: 80}},
	{"Seventeenth list", tallies{
		"payments":             {30, 29, 25, 23, 0},
		"commerce and work":    {35, 35, 18, 17, 0},
		"devices and vehicles": {14, 9, 13, 8, 0},
		"chains and data":      {46, 41, 27, 22, 0},
		"XML and SOAP":         {5, 4, 5, 3, 0},
		"frameworks":           {17, 17, 3, 3, 0},
		"without a status":     {33, 20, 6, 5, 0},
		"MCP":                  {32, 30, 0, 0, 1},
		"not errors":           {11, 11, 0, 0, 0},
	}, tally{right: 223, rightCodes: 94}},
	{"Eighteenth list", tallies{
		"errors with 200":  {44, 6, 30, 4, 0},
		"without a status": {28, 13, 10, 2, 0},
		"not errors":       {22, 21, 0, 0, 1},
	}, tally{right: 88, rightCodes: 38}},
	{"Nineteenth list", tallies{
		"services":                 {65, 58, 41, 32, 2},
		"data and public services": {48, 44, 20, 17, 1},
		"clouds and servers":       {43, 36, 17, 13, 4},
		"errors with 200":          {44, 22, 37, 15, 1},
		"without a status":         {42, 35, 16, 10, 0},
		"MCP":                      {18, 18, 0, 0, 0},
		"not errors":               {65, 65, 0, 0, 0},
	}, tally{right: 320, rightCodes: 122}},
	{"Twentieth list", tallies{
		"with a status":    {34, 34, 15, 11, 0},
		"with 200":         {10, 6, 7, 2, 0},
		"without a status": {8, 6, 2, 1, 0},
		"not errors":       {12, 12, 0, 0, 0},
	}, tally{right: 64, rightCodes: 20}},
	{"Twenty-first list", tallies{
		"errors with 200":  {60, 34, 53, 31, 4},
		"with a status":    {52, 47, 43, 28, 0},
		"without a status": {33, 7, 29, 7, 0},
		"MCP":              {12, 10, 2, 0, 0},
		"not errors":       {29, 28, 0, 0, 1},
	}, tally{right: 169, rightCodes: 111}},
	{"Twenty-second list", tallies{
		"errors with 200":  {31, 19, 25, 9, 0},
		"with a status":    {20, 18, 12, 7, 0},
		"without a status": {9, 6, 8, 5, 0},
		"not errors":       {17, 17, 0, 0, 0},
	}, tally{right: 72, rightCodes: 32}},
	{"Twenty-third list", tallies{
		"answers with a status": {170, 155, 78, 56, 8},
		"errors with 200":       {17, 9, 17, 7, 0},
		"not errors":            {15, 15, 0, 0, 0},
	}, tally{right: 201, rightCodes: 82}},
	{"Twenty-fourth list", tallies{
		"answers with a status": {176, 161, 59, 44, 11},
		"errors with 200":       {18, 10, 15, 6, 0},
		"not errors":            {15, 15, 0, 0, 0},
	}, tally{right: 202, rightCodes: 59}},
	{"Twenty-fifth list", tallies{
		"answers with a status": {101, 89, 36, 31, 9},
		"errors with 200":       {10, 1, 6, 3, 1},
		"not errors":            {9, 9, 0, 0, 0},
	}, tally{right: 108, rightCodes: 37}},
	{"Twenty-sixth list", tallies{
		"answers with a status": {92, 85, 49, 39, 2},
		"errors with 200":       {16, 1, 10, 2, 0},
		"not errors":            {10, 10, 0, 0, 0},
	}, tally{right: 107, rightCodes: 42}},
	{"Twenty-seventh list", tallies{
		"answers with a status": {95, 91, 46, 42, 1},
		"errors with 200":       {21, 12, 10, 5, 0},
		"MCP":                   {14, 12, 6, 0, 0},
		"not errors":            {22, 21, 0, 0, 1},
	}, tally{right: 141, rightCodes: 47}},
	{"Twenty-eighth list", tallies{
		"errors with 200": {110, 16, 95, 24, 3},
		"not errors":      {70, 69, 0, 0, 1},
	}, tally{right: 117, rightCodes: 38}},
	{"Twenty-ninth list", tallies{
		"answers with a status": {155, 146, 78, 48, 4},
		"errors with 200":       {15, 5, 12, 3, 0},
		"MCP":                   {20, 15, 0, 0, 0},
		"not errors":            {20, 20, 0, 0, 0},
	}, tally{right: 189, rightCodes: 53}},
	{"Thirtieth list", tallies{
		"answers with a status": {175, 145, 70, 55, 1},
		"errors with 200":       {12, 4, 10, 2, 0},
		"not errors":            {15, 14, 0, 0, 1},
	}, tally{right: 184, rightCodes: 58}},
	{"Thirty-first list", tallies{
		"answers with a status": {220, 199, 65, 51, 0},
		"not errors":            {15, 15, 0, 0, 0},
	}, tally{right: 220, rightCodes: 52}},
	{"Thirty-second list", tallies{
		"answers with a status": {158, 144, 47, 42, 0},
		"errors with 200":       {31, 18, 15, 7, 0},
		"errors of JSON-RPC":    {12, 9, 11, 4, 0},
		"MCP":                   {51, 41, 4, 0, 0},
		"not errors":            {20, 20, 0, 0, 0},
	}, tally{right: 256, rightCodes: 58}},
	{"Thirty-third list", tallies{
		"errors with 200": {152, 82, 122, 59, 0},
		"not errors":      {79, 79, 0, 0, 0},
	}, tally{right: 190, rightCodes: 78}},
	{"Thirty-fourth list", tallies{
		"answers with a status":   {97, 93, 40, 33, 0},
		"errors with 200":         {3, 2, 3, 2, 0},
		"errors without a status": {15, 8, 7, 2, 3},
		"MCP":                     {25, 21, 11, 0, 0},
		"not errors":              {20, 20, 0, 0, 0},
	}, tally{right: 153, rightCodes: 41}},
	{"Thirty-fifth list", tallies{
		"answers with a status":   {109, 91, 59, 48, 0},
		"errors with 200":         {12, 5, 4, 1, 0},
		"errors without a status": {10, 2, 5, 0, 1},
		"MCP":                     {18, 13, 3, 0, 0},
		"not errors":              {20, 20, 0, 0, 0},
	}, tally{right: 156, rightCodes: 63}},
	{"Thirty-sixth list", tallies{
		"answers with a status":   {94, 80, 49, 33, 2},
		"errors with 200":         {15, 9, 12, 7, 0},
		"errors without a status": {13, 3, 5, 1, 0},
		"MCP":                     {31, 25, 0, 0, 0},
		"not errors":              {17, 17, 0, 0, 0},
	}, tally{right: 156, rightCodes: 56}},
	{"Thirty-seventh list", tallies{
		"answers with a status":   {136, 119, 63, 46, 4},
		"errors with 200":         {22, 9, 17, 7, 0},
		"errors without a status": {9, 3, 1, 1, 0},
		"MCP":                     {32, 25, 0, 0, 0},
		"not errors":              {19, 18, 0, 0, 1},
	}, tally{right: 197, rightCodes: 66}},
	{"Thirty-eighth list", tallies{
		"answers with a status": {18, 16, 8, 8, 1},
		"errors with 200":       {5, 5, 3, 3, 0},
		"MCP":                   {7, 7, 0, 0, 0},
		"not errors":            {3, 3, 0, 0, 0},
	}, tally{right: 33, rightCodes: 11}},
}

// measuredList returns the measured list that a group is of, nil if it is of an older one, and the
// rest of the name of the group.
func measuredList(group string) (*measured, string) {
	for i := range measuredLists {
		if rest, ok := strings.CutPrefix(group, measuredLists[i].name+": "); ok {
			return &measuredLists[i], rest
		}
	}
	return nil, group
}

// add counts a document with its result.
func (c tallies) add(group string, r *reading, e *errkit.Error, miss string, safe bool) {
	sum := c[group]
	sum.documents++
	if miss == "" {
		sum.right++
	}
	if !safe {
		sum.misleading++
	}
	if r.codes != nil {
		sum.codes++
	}
	if e != nil && slices.Contains(r.codes, string(e.Code)) {
		sum.rightCodes++
	}
	c[group] = sum
}

// sum adds the groups up, without those that are named.
func (c tallies) sum(without ...string) (all tally) {
	for name, group := range c {
		if slices.Contains(without, name) {
			continue
		}
		all.documents += group.documents
		all.right += group.right
		all.codes += group.codes
		all.rightCodes += group.rightCodes
		all.misleading += group.misleading
	}
	return all
}

// requireFloor fails if less is right than the floor of the list requires.
func (m *measured) requireFloor(t *testing.T, now tallies, misses []string) {
	all := now.sum()
	require.GreaterOrEqual(t, all.right, m.floor.right, "%s: %s", m.name, misses)
	require.GreaterOrEqual(t, all.rightCodes, m.floor.rightCodes, "codes of the %s", m.name)
	require.Zero(t, all.misleading, "%s, wrong and confident: %s", m.name, misses)
	require.Equal(t, m.first.sum().documents, all.documents, m.name)
	for group, first := range m.first {
		require.Equal(t, first.documents, now[group].documents, group)
		require.Equal(t, first.codes, now[group].codes, group)
	}
}

// row renders the result at first and now. What has a structure is all but the texts of MCP.
func (m *measured) row(now tallies) string {
	at, structural, atFirst, structuralAtFirst := now.sum(), now.sum("MCP"), m.first.sum(), m.first.sum("MCP")
	return fmt.Sprintf("| %s | %s, %s | %s, %s | %d, %d of %d |\n", strings.TrimSuffix(m.name, " list"),
		percent(structuralAtFirst), percent(structural), percent(m.first["MCP"]), percent(now["MCP"]),
		atFirst.rightCodes, at.rightCodes, at.codes)
}

// percent renders how much is right.
func percent(t tally) string {
	if t.documents == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(t.right)/float64(t.documents))
}
