package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v4"
)

// eventColumns are those of an event, in the order of its members.
const eventColumns = `id, title, description, type, location, start_at, end_at, status, source, creator_id, external_id,
	external_url, ticket_url, tags, summary, category, compensation, apply_by, positions, images, created_at, updated_at`

// maxRanked is how many matches of a search are ranked.
const maxRanked = 1_000

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

func (e event) position() (instant, string) { return e.StartAt, e.ID }

func scanEvent(e *event, row pgx.Row) error { return e.scan(row) }

// scan reads the columns of an event, and what comes after them.
func (e *event) scan(row pgx.Row, more ...any) error {
	var end, applyBy *time.Time
	var location, compensation, images []byte
	columns := []any{&e.ID, &e.Title, &e.Description, &e.Type, &location, &e.StartAt.Time, &end, &e.Status,
		&e.Source, &e.CreatorID, &e.ExternalID, &e.ExternalURL, &e.TicketURL, &e.Tags, &e.Summary, &e.Category,
		&compensation, &applyBy, &e.Positions, &images, &e.CreatedAt.Time, &e.UpdatedAt.Time}
	if err := row.Scan(append(columns, more...)...); err != nil {
		return err
	}
	e.EndAt, e.ApplyBy = optional(end), optional(applyBy)
	e.Location, e.Compensation, e.Images = location, compensation, images
	return nil
}

func listEvents(c *call) (status int, body any, err error) {
	parameters := c.URL.Query()
	if ids := parameters.Get("ids"); ids != "" {
		// In the order of the ids.
		text := "SELECT " + eventColumns + " FROM events WHERE id = ANY($1) ORDER BY array_position($1, id)"
		events, err := query(c.Context(), scanEvent, text, strings.Split(ids, ","))
		return 200, pageOf(events, len(events), nil), err
	}
	window, err := windowOf(parameters)
	if err != nil {
		return 0, nil, err
	}
	s := selection{}
	for _, filter := range []string{"type", "category", "source", "status"} {
		if value := parameters.Get(filter); value != "" {
			s.add(filter+" = ?", value)
		}
	}
	if text := parameters.Get("startDate"); text != "" {
		start, err := time.Parse("2006-01-02", text)
		if err != nil {
			return 0, nil, invalid
		}
		s.add("start_at >= ?", start)
	}
	if q := parameters.Get("q"); q != "" {
		s.add("search @@ websearch_to_tsquery('pg_catalog.english', ?)", q)
		body, err = search(c.Context(), q, window, s)
	} else {
		body, err = readPage(c.Context(), "events", eventColumns, "start_at", "ASC", scanEvent, s, window)
	}
	return 200, body, err
}

// search returns the best of the matches that start next, or else started last.
func search(ctx context.Context, q string, w window, s selection) (page, error) {
	var total int
	if err := pool.QueryRow(ctx, "SELECT "+s.counting("events"), s.values...).Scan(&total); err != nil {
		return page{}, err
	}
	begin, typed := s.parameter(time.Now().UTC().Truncate(24*time.Hour)), s.parameter(q)
	matches := func(condition string) string {
		return "SELECT id, start_at, search FROM events " + s.where("start_at "+condition+begin)
	}
	text := fmt.Sprintf(`
		WITH coming AS (%s ORDER BY start_at, id LIMIT %d),
		past AS (%s ORDER BY start_at DESC, id DESC LIMIT %d - (SELECT count(*) FROM coming)),
		best AS (
		  SELECT id, ts_rank(search, websearch_to_tsquery('pg_catalog.english', %s)) AS rank, start_at
		  FROM (SELECT * FROM coming UNION ALL SELECT * FROM past) nearest
		  ORDER BY rank DESC, start_at, id LIMIT %s OFFSET %s)
		SELECT %s FROM (SELECT id, rank FROM best) best JOIN events USING (id) ORDER BY rank DESC, start_at, id`,
		matches(">= "), maxRanked, matches("< "), maxRanked, typed, s.parameter(w.limit), s.parameter(w.offset), eventColumns)
	events, err := query(ctx, scanEvent, text, s.values...)
	return pageOf(events, total, nil), err
}

// findEvent returns the event of this id; a malformed id is an unknown one.
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

func getEvent(c *call) (int, any, error) {
	found, err := findEvent(c.Context(), c.id)
	return 200, &found, err
}

type newEvent struct {
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Type         string          `json:"type"`
	Location     json.RawMessage `json:"location"`
	StartAt      *time.Time      `json:"startAt"`
	EndAt        *time.Time      `json:"endAt"`
	Compensation *struct {
		Amount   float64 `json:"amount"`
		Currency string  `json:"currency"`
		Type     string  `json:"type"`
	} `json:"compensation"`
}

func (n *newEvent) isValid() bool {
	var location struct{ Name string }
	return isLong(n.Title, 200) && isLong(n.Description, 20_000) && (n.Type == "EVENT" || n.Type == "GIG") &&
		json.Unmarshal(n.Location, &location) == nil && isLong(location.Name, 200) &&
		n.StartAt != nil && (n.EndAt == nil || n.EndAt.After(*n.StartAt)) &&
		(n.Compensation == nil || (n.Type == "GIG" && n.Compensation.Amount >= 0 && len(n.Compensation.Currency) == 3))
}

func isLong(text string, most int) bool {
	length := utf8.RuneCountInString(strings.TrimSpace(text))
	return length >= 1 && length <= most
}

const insertEvent = `
	INSERT INTO events (id, title, description, type, location, start_at, end_at, compensation, creator_id)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ` + eventColumns + `, version`

func createEvent(c *call) (int, any, error) {
	var sent newEvent
	if c.body(&sent) != nil || !sent.isValid() {
		return 0, nil, invalid
	}
	var stored event
	row := pool.QueryRow(c.Context(), insertEvent, newID(), strings.TrimSpace(sent.Title), sent.Description, sent.Type,
		sent.Location, sent.StartAt, sent.EndAt, sent.Compensation, c.user)
	return 201, &stored, stored.scan(row, &stored.version)
}

// changes are the members that may change; those that are not sent are nil.
type changes struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
}

const updateStatement = `
	UPDATE events SET title = coalesce($3, title), description = coalesce($4, description), version = version + 1,
		updated_at = now()
	WHERE id = $1 AND version = $2 RETURNING ` + eventColumns + `, version`

func updateEvent(c *call) (int, any, error) {
	seen, err := findEvent(c.Context(), c.id)
	if err != nil {
		return 0, nil, err
	}
	// Who may not change the event is refused before the body is validated.
	if seen.Source != "USER" || seen.CreatorID == nil || *seen.CreatorID != c.user {
		return 0, nil, refusal{403, "NOT_OWNER"}
	}
	var sent changes
	if c.body(&sent) != nil || !isMissingOrLong(sent.Title, 200) || !isMissingOrLong(sent.Description, 20_000) {
		return 0, nil, invalid
	}
	for {
		if expected := c.Header.Get("If-Match"); expected != "" && expected != seen.tag() {
			return 0, nil, refusal{412, "STALE_VERSION"}
		}
		var updated event
		row := pool.QueryRow(c.Context(), updateStatement, seen.ID, seen.version, sent.Title, sent.Description)
		if err = updated.scan(row, &updated.version); errors.Is(err, pgx.ErrNoRows) {
			// Of two writers, the second reads the event again.
			if seen, err = findEvent(c.Context(), c.id); err == nil {
				continue
			}
		}
		return 200, &updated, err
	}
}

func isMissingOrLong(text *string, most int) bool { return text == nil || isLong(*text, most) }
