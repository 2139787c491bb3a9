package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v4"
)

// eventColumns are those of an event's answer, in the order of its members.
const eventColumns = `id, title, description, type, location, start_at, end_at, status, source, creator_id, external_id,
	external_url, ticket_url, tags, summary, category, compensation, apply_by, positions, images, created_at, updated_at`

type event struct {
	ID           string          `json:"id"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Type         string          `json:"type"`
	Location     json.RawMessage `json:"location"`
	StartAt      instant         `json:"startAt"`
	EndAt        *instant        `json:"endAt"`
	Status       string          `json:"status"`
	Source       string          `json:"source"`
	CreatorID    *string         `json:"creatorId"`
	ExternalID   *string         `json:"externalId"`
	ExternalURL  *string         `json:"externalUrl"`
	TicketURL    *string         `json:"ticketUrl"`
	Tags         []string        `json:"tags"`
	Summary      *string         `json:"summary"`
	Category     *string         `json:"category"`
	Compensation json.RawMessage `json:"compensation"`
	ApplyBy      *instant        `json:"applyBy"`
	Positions    *int            `json:"positions"`
	Images       json.RawMessage `json:"images"`
	CreatedAt    instant         `json:"createdAt"`
	UpdatedAt    instant         `json:"updatedAt"`
	version      int
}

// scan reads the columns of an event, and what comes after them.
func (e *event) scan(row pgx.Row, more ...interface{}) error {
	var end, applyBy *time.Time
	var location, compensation, images []byte
	columns := []interface{}{&e.ID, &e.Title, &e.Description, &e.Type, &location, &e.StartAt.Time, &end, &e.Status,
		&e.Source, &e.CreatorID, &e.ExternalID, &e.ExternalURL, &e.TicketURL, &e.Tags, &e.Summary, &e.Category,
		&compensation, &applyBy, &e.Positions, &images, &e.CreatedAt.Time, &e.UpdatedAt.Time}
	if err := row.Scan(append(columns, more...)...); err != nil {
		return err
	}
	e.EndAt, e.ApplyBy = optional(end), optional(applyBy)
	e.Location, e.Compensation, e.Images = location, compensation, images
	return nil
}

var equal = map[string]string{
	"type": "type", "category": "category", "source": "source", "status": "status", "creatorId": "creator_id",
}

func selectEvents(c *call) (s selection, err error) {
	query := c.URL.Query()
	for _, name := range []string{"type", "category", "source", "status", "creatorId"} {
		if value := query.Get(name); value != "" {
			s.add(equal[name]+" = ?", value)
		}
	}
	for name, add := range map[string]func(start time.Time){
		"startDate": func(start time.Time) { s.add("start_at >= ?", start) },
		"endDate":   func(start time.Time) { s.add("start_at < ?", start.AddDate(0, 0, 1)) },
		"from": func(start time.Time) {
			s.add("coalesce(end_at, start_at + interval '3 hours') > ?", start)
			s.add("start_at > ?", start.AddDate(0, 0, -1)) // no event of the benchmark lasts longer
		},
		"to": func(start time.Time) { s.add("start_at < ?", start) },
	} {
		text := query.Get(name)
		if text == "" {
			continue
		}
		start, err := time.Parse("2006-01-02", text)
		if err != nil {
			start, err = time.Parse(time.RFC3339, text)
		}
		if err != nil {
			return s, invalid
		}
		add(start)
	}
	if q := query.Get("q"); q != "" {
		s.add("search @@ websearch_to_tsquery('pg_catalog.english', ?)", q)
	}
	return s, nil
}

func listEvents(c *call, _ []string) error {
	window, err := windowOf(c.URL.Query())
	if err != nil {
		return err
	}
	selected, err := selectEvents(c)
	if err != nil {
		return err
	}
	var found page
	if q := c.URL.Query().Get("q"); q != "" {
		found, err = search(c.Context(), q, window, selected)
		none := json.RawMessage("null")
		found.DidYouMean = &none
	} else {
		found, err = eventList(selected).read(c.Context(), window)
	}
	if err == nil {
		send(c.writer, 200, found)
	}
	return err
}

func eventList(selected selection) *list {
	events := make([]event, 0, 21)
	return &list{
		table: "events", columns: eventColumns, key: "id", by: "start_at", selection: selected,
		scan: func(rows pgx.Rows, total *int) (cursor, error) {
			events = append(events, event{})
			e := &events[len(events)-1]
			err := e.scan(rows, total)
			return cursor{e.StartAt, e.ID}, err
		},
		data: func(limit int) interface{} {
			if len(events) > limit {
				return events[:limit]
			}
			return events
		},
	}
}

const maxRanked = 1_000

// search answers the best of the matches that are next to start, or else were the last.
func search(ctx context.Context, q string, w window, s selection) (page, error) {
	if w.cursor != nil || w.offset > maxRanked {
		return page{}, invalid
	}
	count, values := s.counting("events"), append([]interface{}{}, s.values...)
	begin, typed := s.parameter(time.Now().UTC().Truncate(24*time.Hour)), s.parameter(q)
	matches := func(condition string) string {
		return "SELECT id, start_at, search FROM events " + s.where("start_at "+condition+begin)
	}
	// Ranks by each word alone: ranking by all of them at once takes quadratic time.
	anyWord := fmt.Sprintf(
		`regexp_replace(websearch_to_tsquery('pg_catalog.english', %s)::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`, typed)
	text := fmt.Sprintf(`
		WITH coming AS (%s ORDER BY start_at, id LIMIT %d),
		past AS (%s ORDER BY start_at DESC, id DESC LIMIT %d - (SELECT count(*) FROM coming)),
		best AS (
		  SELECT id, ts_rank(search, %s) AS rank, start_at FROM (SELECT * FROM coming UNION ALL SELECT * FROM past) nearest
		  ORDER BY rank DESC, start_at, id LIMIT %s OFFSET %s)
		SELECT %s FROM (SELECT id, rank FROM best) best JOIN events USING (id) ORDER BY rank DESC, start_at, id`,
		matches(">= "), maxRanked, matches("< "), maxRanked, anyWord, s.parameter(w.limit), s.parameter(w.offset), eventColumns)
	rows, err := pool.Query(ctx, text, s.values...)
	if err != nil {
		return page{}, err
	}
	defer rows.Close()
	events := make([]event, 0, w.limit)
	for rows.Next() {
		var e event
		if err := e.scan(rows); err != nil {
			return page{}, err
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return page{}, err
	}
	var total int
	if err := pool.QueryRow(ctx, count, values...).Scan(&total); err != nil {
		return page{}, err
	}
	return pageOf(events, total, w, nil), nil
}

// findEvent answers the event of this id; a malformed id is an unknown one.
func findEvent(ctx context.Context, id string) (e event, err error) {
	if _, err := uuid.Parse(id); err != nil {
		return e, notFound
	}
	row := pool.QueryRow(ctx, "SELECT "+eventColumns+", version FROM events WHERE id = $1", id)
	if err = e.scan(row, &e.version); errors.Is(err, pgx.ErrNoRows) {
		err = notFound
	}
	return e, err
}

func (e *event) tag() string { return fmt.Sprintf(`"%d"`, e.version) }

func sendEvent(c *call, status int, e *event) {
	c.writer.Header().Set("ETag", e.tag())
	send(c.writer, status, e)
}

func getEvent(c *call, segments []string) error {
	found, err := findEvent(c.Context(), segments[1])
	if err != nil {
		return err
	}
	if c.Header.Get("If-None-Match") == found.tag() {
		c.writer.Header().Set("ETag", found.tag())
		c.writer.WriteHeader(304)
		return nil
	}
	sendEvent(c, 200, &found)
	return nil
}

type compensation struct {
	Amount   *float64 `json:"amount"`
	Currency string   `json:"currency"`
	Type     string   `json:"type"`
}

var currency = regexp.MustCompile(`^[A-Z]{3}$`)

func (c *compensation) isValid() bool {
	return c.Amount != nil && *c.Amount >= 0 && *c.Amount <= 1_000_000 && currency.MatchString(c.Currency) &&
		isOneOf(c.Type, "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "FIXED")
}

func isOneOf(value string, values ...string) bool {
	for _, each := range values {
		if value == each {
			return true
		}
	}
	return false
}

func isLong(text string, most int) bool {
	length := utf8.RuneCountInString(text)
	return length >= 1 && length <= most
}

type newEvent struct {
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Type         string          `json:"type"`
	Location     json.RawMessage `json:"location"`
	StartAt      *time.Time      `json:"startAt"`
	EndAt        *time.Time      `json:"endAt"`
	Compensation *compensation   `json:"compensation"`
}

func (n *newEvent) isValid() bool {
	return isLong(strings.TrimSpace(n.Title), 200) && isLong(n.Description, 20_000) && isOneOf(n.Type, "EVENT", "GIG") &&
		isLocation(n.Location) && n.StartAt != nil && (n.EndAt == nil || n.EndAt.After(*n.StartAt)) &&
		(n.Compensation == nil || (n.Type == "GIG" && n.Compensation.isValid()))
}

func isLocation(text json.RawMessage) bool {
	var location struct{ Name string }
	return json.Unmarshal(text, &location) == nil && isLong(location.Name, 200)
}

// insertEvent also counts the creation, by the service's own statement.
var insertEvent = os.Getenv("COUNTING_EVENT") + `
	INSERT INTO events (id, title, description, type, location, start_at, end_at, compensation, creator_id)
	SELECT $1::uuid, $2, $3, $4, $5::jsonb, $6::timestamptz, $7::timestamptz, $8::jsonb, $9 FROM counted
	RETURNING ` + eventColumns + `, version`

func createEvent(c *call, _ []string) error {
	var sent newEvent
	if err := c.body(&sent); err != nil {
		return err
	}
	if !sent.isValid() {
		return invalid
	}
	var stored event
	row := pool.QueryRow(c.Context(), insertEvent, newID(), strings.TrimSpace(sent.Title), sent.Description, sent.Type,
		sent.Location, sent.StartAt, sent.EndAt, sent.Compensation, c.user, []string{c.user}, "EVENT", dailyCreations)
	if err := stored.scan(row, &stored.version); err != nil {
		return err
	}
	sendEvent(c, 201, &stored)
	return nil
}

// changes are the members that may change; those that are not sent are nil.
type changes struct {
	Title       *string    `json:"title"`
	Description *string    `json:"description"`
	Type        *string    `json:"type"`
	StartAt     *time.Time `json:"startAt"`
	EndAt       *time.Time `json:"endAt"`
	Status      *string    `json:"status"`
	Tags        *[]string  `json:"tags"`
	Category    *string    `json:"category"`
	Summary     *string    `json:"summary"`
}

func (n *changes) isValid() bool {
	return (n.Title == nil || isLong(strings.TrimSpace(*n.Title), 200)) &&
		(n.Description == nil || isLong(*n.Description, 20_000)) &&
		(n.Status == nil || isOneOf(*n.Status, "OPEN", "IN_PROGRESS", "COMPLETED", "CANCELLED")) &&
		(n.Summary == nil || isLong(*n.Summary, 280)) && (n.Tags == nil || len(*n.Tags) <= 20)
}

// apply puts the changes into the event, and answers the columns that differ, with their values.
func (n *changes) apply(e *event) (columns []string, values []interface{}) {
	set := func(column string, before, after interface{}) {
		if !reflect.DeepEqual(before, after) {
			columns, values = append(columns, column), append(values, after)
		}
	}
	if n.Title != nil {
		title := strings.TrimSpace(*n.Title)
		set("title", e.Title, title)
		e.Title = title
	}
	if n.Description != nil {
		set("description", e.Description, *n.Description)
		e.Description = *n.Description
	}
	if n.StartAt != nil {
		set("start_at", e.StartAt.UTC(), n.StartAt.UTC())
		e.StartAt = instant{*n.StartAt}
	}
	if n.EndAt != nil {
		set("end_at", e.EndAt, &instant{*n.EndAt})
		e.EndAt = &instant{*n.EndAt}
	}
	if n.Status != nil {
		set("status", e.Status, *n.Status)
		e.Status = *n.Status
	}
	if n.Tags != nil {
		set("tags", e.Tags, *n.Tags)
	}
	if n.Category != nil {
		set("category", e.Category, n.Category)
	}
	if n.Summary != nil {
		set("summary", e.Summary, n.Summary)
	}
	return columns, values
}

func mayMove(from, to string, end *instant) bool {
	if from == to || (from == "IN_PROGRESS" && to == "COMPLETED") {
		return true
	}
	return from == "OPEN" && (to != "COMPLETED" || end == nil || time.Now().Before(end.Time))
}

func updateEvent(c *call, segments []string) error {
	seen, err := findEvent(c.Context(), segments[1])
	if err != nil {
		return err
	}
	// Who may not change the event is refused before the body is validated.
	if seen.Source != "USER" {
		return refusal{403, "EXTERNAL_EVENT"}
	}
	if seen.CreatorID == nil || *seen.CreatorID != c.user {
		return refusal{403, "NOT_OWNER"}
	}
	var sent changes
	if err := c.body(&sent); err != nil {
		return err
	}
	if !sent.isValid() || (sent.Type != nil && *sent.Type != seen.Type) {
		return invalid
	}
	for {
		if expected := c.Header.Get("If-Match"); expected != "" && expected != seen.tag() {
			return refusal{412, "STALE_VERSION"}
		}
		updated, err := change(c.Context(), seen, &sent)
		if err == nil {
			sendEvent(c, 200, &updated)
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		// Of two writers, the second reads the event again and decides again.
		if seen, err = findEvent(c.Context(), segments[1]); err != nil {
			return err
		}
	}
}

// change answers the event after the change; pgx.ErrNoRows where somebody else has changed it since it was read.
func change(ctx context.Context, seen event, sent *changes) (updated event, err error) {
	next := seen
	columns, values := sent.apply(&next)
	if next.EndAt != nil && !next.EndAt.After(next.StartAt.Time) {
		return seen, invalid
	}
	if !mayMove(seen.Status, next.Status, next.EndAt) {
		return seen, refusal{400, "INVALID_TRANSITION"}
	}
	if len(columns) == 0 {
		return seen, nil
	}
	s := selection{values: []interface{}{seen.ID, seen.version, seen.Status}}
	assignments := "version = version + 1, updated_at = now()"
	for at, column := range columns {
		assignments += ", " + column + " = " + s.parameter(values[at])
	}
	if sent.Tags != nil || sent.Category != nil || sent.Summary != nil {
		assignments += ", tagging = 'DONE'"
	}
	row := pool.QueryRow(ctx, "UPDATE events SET "+assignments+
		" WHERE id = $1 AND version = $2 AND status = $3 RETURNING "+eventColumns+", version", s.values...)
	err = updated.scan(row, &updated.version)
	return updated, err
}
