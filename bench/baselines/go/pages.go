package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/gofrs/uuid"
)

// Totals are counted to maxTotal.
const maxTotal, maxLimit, maxOffset = 1_000, 100, 10_000

// selection is conditions for rows, with $1, $2, ... for the values.
type selection struct {
	conditions []string
	values     []any
}

// add puts the number of the value's parameter in place of the question mark.
func (s *selection) add(condition string, value any) {
	s.conditions = append(s.conditions, strings.ReplaceAll(condition, "?", s.parameter(value)))
}

func (s *selection) parameter(value any) string {
	s.values = append(s.values, value)
	return "$" + strconv.Itoa(len(s.values))
}

func (s *selection) where() string {
	return strings.Join(append([]string{"true"}, s.conditions...), " AND ")
}

// window is the part of a list that is requested; a cursor is the time and id of the last row before it.
type window struct {
	limit, offset int
	cursor        []string
}

func windowOf(parameters url.Values) (w window, err error) {
	w = window{number(parameters.Get("limit"), 20), number(parameters.Get("offset"), 0), nil}
	if text := parameters.Get("cursor"); text != "" {
		bytes, _ := base64.RawURLEncoding.DecodeString(text)
		_ = json.Unmarshal(bytes, &w.cursor)
	}
	if w.limit < 1 || w.limit > maxLimit || w.offset < 0 || w.offset > maxOffset || len(w.cursor)%2 != 0 {
		err = invalid
	}
	return w, err
}

// number is a parameter as a number; -1 where it is none.
func number(text string, byDefault int) int {
	if text == "" {
		return byDefault
	}
	if value, err := strconv.Atoi(text); err == nil {
		return value
	}
	return -1
}

type page struct {
	Data         []object `json:"data"`
	Total        uint32   `json:"total"`
	TotalIsExact bool     `json:"totalIsExact"`
	NextCursor   *string  `json:"nextCursor"`
}

// pageOf makes a page of rows; the matches are counted to one past the limit.
func pageOf(rows []object) page {
	if len(rows) == 0 {
		return page{rows, 0, true, nil}
	}
	if matches := rows[0].matches; matches <= maxTotal {
		return page{rows, matches, true, nil}
	}
	return page{rows, maxTotal, false, nil}
}

// readPage reads one page of the list of a statement.
func readPage(ctx context.Context, name string, s selection, w window) (page, error) {
	// Without a cursor, a list begins at its first row.
	var at *string
	id := uuid.Nil.String()
	if len(w.cursor) > 0 {
		at, id = &w.cursor[0], w.cursor[1]
	}
	where := s.where()
	text := statement(name, "{where}", where, "{at}", s.parameter(at), "{id}", s.parameter(id),
		"{limit}", s.parameter(w.limit+1), "{offset}", s.parameter(w.offset))
	rows, err := query(pool, ctx, text, s.values...)
	if err != nil || len(rows) <= w.limit {
		return pageOf(rows), err
	}
	last := rows[w.limit-1]
	bytes, _ := json.Marshal([]string{last.at, last.id})
	next := base64.RawURLEncoding.EncodeToString(bytes)
	found := pageOf(rows[:w.limit])
	found.NextCursor = &next
	return found, nil
}
