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

// selection is conditions for rows, with $1, $2, ... for the values.
type selection struct {
	conditions []string
	values     []interface{}
}

// add puts the number of the value's parameter in place of each question mark.
func (s *selection) add(condition string, value interface{}) {
	s.conditions = append(s.conditions, strings.ReplaceAll(condition, "?", s.parameter(value)))
}

func (s *selection) parameter(value interface{}) string {
	s.values = append(s.values, value)
	return "$" + strconv.Itoa(len(s.values))
}

func (s *selection) where(more ...string) string {
	all := append(append([]string{}, s.conditions...), more...)
	if len(all) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(all, " AND ")
}

// counting counts the rows that are selected, to one past the limit.
func (s *selection) counting(table string) string {
	return fmt.Sprintf(`SELECT count(*) FROM (SELECT 1 FROM %s %s LIMIT %d) counted`, table, s.where(), maxTotal+1)
}

// window is which part of a list a request asks for.
type window struct {
	limit, offset int
	cursor        *cursor
}

// cursor is the last row of the page before.
type cursor struct {
	at instant
	id string
}

func windowOf(query url.Values) (w window, err error) {
	if w.limit, err = number(query, "limit", 20, 1); err != nil {
		return w, err
	}
	if w.limit > maxLimit {
		w.limit = maxLimit
	}
	if w.offset, err = number(query, "offset", 0, 0); err != nil || w.offset > maxOffset {
		return w, invalid
	}
	if text := query.Get("cursor"); text != "" {
		w.cursor, err = readCursor(text)
	}
	return w, err
}

func number(query url.Values, name string, byDefault, least int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return byDefault, nil
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < least {
		return 0, invalid
	}
	return value, nil
}

func readCursor(text string) (*cursor, error) {
	bytes, err := base64.RawURLEncoding.DecodeString(text)
	var parts []string
	if err != nil || json.Unmarshal(bytes, &parts) != nil || len(parts) != 2 {
		return nil, invalid
	}
	at, err := time.Parse(time.RFC3339, parts[0])
	if err != nil {
		return nil, invalid
	}
	return &cursor{instant{at}, parts[1]}, nil
}

func (c cursor) String() string {
	at, _ := c.at.MarshalJSON()
	return base64.RawURLEncoding.EncodeToString([]byte(fmt.Sprintf(`[%s,%q]`, at, c.id)))
}

type page struct {
	Data         interface{} `json:"data"`
	Total        int         `json:"total"`
	TotalIsExact bool        `json:"totalIsExact"`
	Limit        *int        `json:"limit"`
	Offset       int         `json:"offset"`
	NextCursor   *string     `json:"nextCursor"`
	// null in a page of a search, and missing in any other
	DidYouMean *json.RawMessage `json:"didYouMean,omitempty"`
}

func pageOf(data interface{}, total int, w window, next *string) page {
	exact := total <= maxTotal
	if !exact {
		total = maxTotal
	}
	return page{data, total, exact, &w.limit, w.offset, next, nil}
}

// list is what a page is of.
type list struct {
	table, columns string
	// key is the columns of the primary key; by is the time that sorts.
	key, by    string
	descending bool
	selection
	// scan reads a row, whose last column is the total, and answers where it stands in the list.
	scan func(rows pgx.Rows, total *int) (cursor, error)
	// data answers what was scanned, without what comes after the limit.
	data func(limit int) interface{}
}

// read reads one page, its total counted up to a limit.
func (l *list) read(ctx context.Context, w window) (page, error) {
	rows, err := pool.Query(ctx, l.statement(w), l.valuesOf(w)...)
	if err != nil {
		return page{}, err
	}
	defer rows.Close()
	var total, found int
	var last cursor
	var next *string
	for ; rows.Next(); found++ {
		at, err := l.scan(rows, &total)
		if err != nil {
			return page{}, err
		}
		if found == w.limit {
			text := last.String()
			next = &text
		}
		last = at
	}
	if err := rows.Err(); err != nil {
		return page{}, err
	}
	if found == 0 {
		if err := pool.QueryRow(ctx, l.counting(l.table), l.values...).Scan(&total); err != nil {
			return page{}, err
		}
	}
	return pageOf(l.data(w.limit), total, w, next), nil
}

func (l *list) valuesOf(w window) []interface{} {
	values := append([]interface{}{}, l.values...)
	if w.cursor != nil {
		values = append(values, w.cursor.at.Time, w.cursor.id)
	}
	return append(values, w.limit+1, w.offset)
}

func (l *list) statement(w window) string {
	direction, after := "ASC", ">"
	if l.descending {
		direction, after = "DESC", "<"
	}
	order := fmt.Sprintf("ORDER BY %s %s, id %s", l.by, direction, direction)
	columns := fmt.Sprintf("%s, (%s)", l.columns, l.counting(l.table))
	next := len(l.values) + 1
	if w.cursor != nil {
		where := l.where(fmt.Sprintf("(%s, id) %s ($%d, $%d)", l.by, after, next, next+1))
		return fmt.Sprintf("SELECT %s FROM %s %s %s LIMIT $%d OFFSET $%d", columns, l.table, where, order, next+2, next+3)
	}
	limit := fmt.Sprintf("LIMIT $%d OFFSET $%d", next, next+1)
	if w.offset == 0 {
		return fmt.Sprintf("SELECT %s FROM %s %s %s %s", columns, l.table, l.where(), order, limit)
	}
	// Rows that are skipped are read from the index alone.
	found := l.key + ", " + l.by
	skipping := fmt.Sprintf("SELECT %s FROM %s %s %s %s", found, l.table, l.where(), order, limit)
	return fmt.Sprintf("SELECT %s FROM (%s) page JOIN %s USING (%s) %s", columns, skipping, l.table, found, order)
}
