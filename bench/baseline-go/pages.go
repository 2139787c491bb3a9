package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v4"
)

const (
	maxTotal  = 1_000
	maxLimit  = 100
	maxOffset = 10_000
)

// instant is a time as the API writes it.
type instant struct{ time.Time }

func (i instant) MarshalJSON() ([]byte, error) {
	return []byte(i.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

func optional(at *time.Time) *instant {
	if at == nil {
		return nil
	}
	return &instant{*at}
}

// query returns the rows of a statement, each read by `scan`.
func query[Row any](ctx context.Context, scan func(*Row, pgx.Row) error, text string, values ...any) ([]Row, error) {
	rows, err := pool.Query(ctx, text, values...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := []Row{}
	for rows.Next() {
		var row Row
		if err := scan(&row, rows); err != nil {
			return nil, err
		}
		found = append(found, row)
	}
	return found, rows.Err()
}

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

func (s *selection) where(more ...string) string {
	return "WHERE " + strings.Join(append(append([]string{"true"}, s.conditions...), more...), " AND ")
}

// counting counts the rows that are selected, to one past the limit.
func (s *selection) counting(table string) string {
	return fmt.Sprintf("(SELECT count(*) FROM (SELECT FROM %s %s LIMIT %d) counted)", table, s.where(), maxTotal+1)
}

// counted is a row whose last column is the total.
type counted struct {
	pgx.Row
	total *int
}

func (c counted) Scan(columns ...any) error { return c.Row.Scan(append(columns, c.total)...) }

// window is which part of a list a request asks for; a cursor is the time and id of the last row of the page before.
type window struct {
	limit, offset int
	cursor        []string
}

func windowOf(query url.Values) (w window, err error) {
	if w.limit, err = number(query, "limit", 20, maxLimit); err == nil {
		w.offset, err = number(query, "offset", 0, maxOffset)
	}
	if text := query.Get("cursor"); text != "" && err == nil {
		bytes, _ := base64.RawURLEncoding.DecodeString(text)
		if json.Unmarshal(bytes, &w.cursor) != nil || len(w.cursor) != 2 {
			err = invalid
		}
	}
	return w, err
}

func number(query url.Values, name string, byDefault, most int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return byDefault, nil
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < 0 || value > most {
		return 0, invalid
	}
	return value, nil
}

type page struct {
	Data         any     `json:"data"`
	Total        int     `json:"total"`
	TotalIsExact bool    `json:"totalIsExact"`
	NextCursor   *string `json:"nextCursor"`
}

func pageOf(data any, total int, next *string) page {
	if total > maxTotal {
		return page{data, maxTotal, false, next}
	}
	return page{data, total, true, next}
}

// row is one of a list; it knows where it stands in it.
type row interface{ position() (instant, string) }

// readPage reads one page of a table, sorted by a time column, its total counted up to a limit.
func readPage[Row row](ctx context.Context, table, columns, by, direction string, scan func(*Row, pgx.Row) error,
	s selection, w window) (found page, err error) {
	total, counting, values := 0, s.counting(table), s.values
	if w.cursor != nil {
		after := map[string]string{"ASC": ">", "DESC": "<"}[direction]
		at, id := s.parameter(w.cursor[0]), s.parameter(w.cursor[1])
		s.conditions = append(s.conditions, fmt.Sprintf("(%s, id) %s (%s::text::timestamptz, %s)", by, after, at, id))
	}
	text := fmt.Sprintf("SELECT %s, %s FROM %s %s ORDER BY %s %s, id %s LIMIT %s OFFSET %s", columns, counting, table,
		s.where(), by, direction, direction, s.parameter(w.limit+1), s.parameter(w.offset))
	rows, err := query(ctx, func(r *Row, from pgx.Row) error { return scan(r, counted{from, &total}) }, text, s.values...)
	if err == nil && len(rows) == 0 {
		err = pool.QueryRow(ctx, "SELECT "+counting, values...).Scan(&total)
	}
	if err != nil || len(rows) <= w.limit {
		return pageOf(rows, total, nil), err
	}
	at, id := rows[w.limit-1].position()
	bytes, _ := json.Marshal([]any{at, id})
	next := base64.RawURLEncoding.EncodeToString(bytes)
	return pageOf(rows[:w.limit], total, &next), nil
}
