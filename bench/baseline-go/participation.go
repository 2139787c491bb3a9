package main

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v4"
)

const applicationColumns = `id, gig_id, applicant_id, message, status, withdrawn_at, created_at, updated_at,
	(SELECT jsonb_build_object('id', users.id, 'name', name, 'avatarUrl', avatar_url, 'headline', headline, 'bio', bio)
	 FROM users WHERE users.id = applicant_id)`

type application struct {
	ID          string          `json:"id"`
	GigID       string          `json:"gigId"`
	ApplicantID string          `json:"applicantId"`
	Message     *string         `json:"message"`
	Status      string          `json:"status"`
	WithdrawnAt *instant        `json:"withdrawnAt"`
	CreatedAt   instant         `json:"createdAt"`
	UpdatedAt   instant         `json:"updatedAt"`
	Applicant   json.RawMessage `json:"applicant"`
}

func scanApplication(a *application, row pgx.Row) error {
	var withdrawnAt *time.Time
	var applicant []byte
	err := row.Scan(&a.ID, &a.GigID, &a.ApplicantID, &a.Message, &a.Status, &withdrawnAt, &a.CreatedAt.Time,
		&a.UpdatedAt.Time, &applicant)
	a.WithdrawnAt, a.Applicant = optional(withdrawnAt), applicant
	return err
}

// newID makes a UUIDv7 (RFC 9562).
func newID() string {
	id := uuid.New()
	now := uint64(time.Now().UnixMilli())
	for at := 0; at < 6; at++ {
		id[at] = byte(now >> (40 - 8*at))
	}
	id[6] = id[6]&0x0f | 0x70
	return id.String()
}

// findGig tells whether the gig is the caller's.
func findGig(c *call) (isOwn bool, err error) {
	found, err := findEvent(c.Context(), c.id)
	if err == nil && found.Type != "GIG" {
		err = refusal{400, "NOT_A_GIG"}
	}
	return found.CreatorID != nil && *found.CreatorID == c.user, err
}

func listApplications(c *call) (int, any, error) {
	isOwn, err := findGig(c)
	if err != nil {
		return 0, nil, err
	}
	s := selection{}
	s.add("gig_id = ?", c.id)
	if !isOwn {
		s.add("applicant_id = ?", c.user)
	}
	text := "SELECT " + applicationColumns + " FROM applications " + s.where() + " ORDER BY created_at, id"
	applications, err := query(c.Context(), scanApplication, text, s.values...)
	if err == nil && !isOwn && len(applications) == 0 {
		err = refusal{403, "NOT_A_PARTY"}
	}
	return 200, pageOf(applications, len(applications), nil), err
}

func apply(c *call) (int, any, error) {
	isOwn, err := findGig(c)
	if err != nil {
		return 0, nil, err
	}
	if isOwn {
		return 0, nil, refusal{403, "OWN_GIG"}
	}
	var sent struct{ Message *string }
	if c.body(&sent) != nil || !isMissingOrLong(sent.Message, 5_000) {
		return 0, nil, invalid
	}
	stored, err := store(c, sent.Message)
	return 201, stored, err
}

const insertApplication = `
	INSERT INTO applications (id, gig_id, applicant_id, message) VALUES ($1, $2, $3, $4)
	ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING ` + applicationColumns

// store keeps application, interaction and notification in one transaction, which keeps the gig from being closed.
func store(c *call, message *string) (stored application, err error) {
	ctx := c.Context()
	err = pool.BeginFunc(ctx, func(tx pgx.Tx) error {
		var status, title string
		var applyBy *time.Time
		var creator, name *string
		err := tx.QueryRow(ctx, `SELECT status, apply_by, title, creator_id, (SELECT name FROM users WHERE id = $2)
			FROM events WHERE id = $1 FOR SHARE`, c.id, c.user).Scan(&status, &applyBy, &title, &creator, &name)
		if errors.Is(err, pgx.ErrNoRows) {
			return notFound
		}
		if err != nil {
			return err
		}
		if status == "CANCELLED" || status == "COMPLETED" || (applyBy != nil && !applyBy.After(time.Now())) {
			return refusal{400, "GIG_CLOSED"}
		}
		err = scanApplication(&stored, tx.QueryRow(ctx, insertApplication, newID(), c.id, c.user, message))
		if errors.Is(err, pgx.ErrNoRows) {
			return refusal{409, "ALREADY_APPLIED"}
		}
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(`INSERT INTO interactions AS t (event_id, user_id, action, id) VALUES ($1, $2, 'APPLY', $3)
			ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = t.count + 1, last_at = excluded.last_at`,
			c.id, c.user, newID())
		if creator != nil {
			data := map[string]any{"gigId": c.id, "gigTitle": title, "applicantName": name}
			batch.Queue(`INSERT INTO notifications (id, recipient_id, type, reference_id, data)
				VALUES ($1, $2, 'APPLICATION_RECEIVED', $3, $4)`, newID(), *creator, stored.ID, data)
		}
		return tx.SendBatch(ctx, batch).Close()
	})
	return stored, err
}

type notification struct {
	ID            string          `json:"id"`
	Type          string          `json:"type"`
	ReferenceID   string          `json:"referenceId"`
	ReferenceType string          `json:"referenceType"`
	RecipientID   string          `json:"recipientId"`
	ReadAt        *instant        `json:"readAt"`
	CreatedAt     instant         `json:"createdAt"`
	Data          json.RawMessage `json:"data"`
}

func (n notification) position() (instant, string) { return n.CreatedAt, n.ID }

func scanNotification(n *notification, row pgx.Row) error {
	var readAt *time.Time
	var data []byte
	err := row.Scan(&n.ID, &n.Type, &n.ReferenceID, &n.ReferenceType, &n.RecipientID, &readAt, &n.CreatedAt.Time, &data)
	n.ReadAt, n.Data = optional(readAt), data
	return err
}

func listNotifications(c *call) (int, any, error) {
	window, err := windowOf(c.URL.Query())
	if err != nil {
		return 0, nil, err
	}
	s := selection{}
	s.add("recipient_id = ?", c.user)
	columns := "id, type, reference_id, reference_type, recipient_id, read_at, created_at, data"
	found, err := readPage(c.Context(), "notifications", columns, "created_at", "DESC", scanNotification, s, window)
	return 200, found, err
}
