package main

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gofrs/uuid"
)

func listEvents(c *call) (status int, body any, err error) {
	parameters := c.URL.Query()
	if ids := parameters.Get("ids"); ids != "" {
		events, err := query(pool, c.Context(), statement("named"), strings.Split(ids, ","))
		return 200, pageOf(events), err
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
	q := parameters.Get("q")
	if q == "" {
		found, err := readPage(c.Context(), "events", s, window)
		return 200, found, err
	}
	s.add(statement("matching", "{q}", "?"), q)
	text := statement("search", "{where}", s.where(), "{q}", s.parameter(q), "{limit}", s.parameter(window.limit), "{offset}", s.parameter(window.offset))
	events, err := query(searches, c.Context(), text, s.values...)
	return 200, pageOf(events), err
}

// findEvent returns the event of the path; a malformed id is an unknown one.
func findEvent(c *call) (object, error) {
	if _, err := uuid.FromString(c.id); err != nil {
		return object{}, notFound
	}
	return only(notFound, c.Context(), statement("event"), c.id)
}

func getEvent(c *call) (int, any, error) {
	found, err := findEvent(c)
	return 200, found, err
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

func isMissingOrLong(text *string, most int) bool { return text == nil || isLong(*text, most) }

func createEvent(c *call) (int, any, error) {
	var sent newEvent
	if c.body(&sent) != nil || !sent.isValid() {
		return 0, nil, invalid
	}
	stored, err := only(limitReached, c.Context(), statement("createEvent", "{kind}", "EVENT"), c.user,
		strings.TrimSpace(sent.Title), sent.Description, sent.Type, sent.Location, sent.StartAt, sent.EndAt, sent.Compensation)
	return 201, stored, err
}

func updateEvent(c *call) (int, any, error) {
	var sent struct{ Title, Description *string }
	isValid := c.body(&sent) == nil && isMissingOrLong(sent.Title, 200) && isMissingOrLong(sent.Description, 20_000)
	seen, err := findEvent(c)
	if err != nil {
		return 0, nil, err
	}
	// Who may not change the event is refused before the body is.
	if seen.source != "USER" || seen.owner != c.user {
		return 0, nil, refusal{403, "NOT_OWNER"}
	}
	if !isValid {
		return 0, nil, invalid
	}
	changedMeanwhile := refusal{409, "CHANGED_MEANWHILE"}
	updated, err := only(changedMeanwhile, c.Context(), statement("updateEvent"), c.id, seen.version, sent.Title, sent.Description)
	return 200, updated, err
}
