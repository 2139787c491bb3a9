package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
)

const applicationColumns = "id, gig_id, applicant_id, message, status, withdrawn_at, created_at, updated_at"

// maxRetries is how often a transaction is run again after a deadlock or a serialization failure.
const maxRetries = 3

var dailyCreations, _ = strconv.Atoi(os.Getenv("DAILY_CREATIONS"))

type profile struct {
	ID        string  `json:"id"`
	Name      *string `json:"name"`
	AvatarURL *string `json:"avatarUrl"`
	Headline  *string `json:"headline"`
	Bio       *string `json:"bio"`
}

type application struct {
	ID          string   `json:"id"`
	GigID       string   `json:"gigId"`
	ApplicantID string   `json:"applicantId"`
	Message     *string  `json:"message"`
	Status      string   `json:"status"`
	WithdrawnAt *instant `json:"withdrawnAt"`
	CreatedAt   instant  `json:"createdAt"`
	UpdatedAt   instant  `json:"updatedAt"`
	Applicant   profile  `json:"applicant"`
}

func (a *application) scan(row pgx.Row) error {
	var withdrawnAt *time.Time
	err := row.Scan(&a.ID, &a.GigID, &a.ApplicantID, &a.Message, &a.Status, &withdrawnAt, &a.CreatedAt.Time, &a.UpdatedAt.Time)
	a.WithdrawnAt = optional(withdrawnAt)
	return err
}

type gig struct {
	id      string
	creator *string
}

func (g *gig) isOf(user string) bool { return g.creator != nil && *g.creator == user }

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

// findGig finds the gig before the body is validated: 404 and 403 go before 400.
func findGig(ctx context.Context, id string) (found gig, err error) {
	if _, err := uuid.Parse(id); err != nil {
		return found, notFound
	}
	var kind string
	err = pool.QueryRow(ctx, "SELECT id, type, creator_id FROM events WHERE id = $1", id).
		Scan(&found.id, &kind, &found.creator)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, notFound
	}
	if err == nil && kind != "GIG" {
		err = refusal{400, "NOT_A_GIG"}
	}
	return found, err
}

func profilesOf(ctx context.Context, ids []string) (map[string]profile, error) {
	rows, err := pool.Query(ctx, "SELECT id, name, avatar_url, headline, bio FROM users WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[string]profile, len(ids))
	for rows.Next() {
		var p profile
		if err := rows.Scan(&p.ID, &p.Name, &p.AvatarURL, &p.Headline, &p.Bio); err != nil {
			return nil, err
		}
		found[p.ID] = p
	}
	return found, rows.Err()
}

func profileOf(id string, profiles map[string]profile) profile {
	if known, isKnown := profiles[id]; isKnown {
		return known
	}
	return profile{ID: id}
}

func listApplications(c *call, segments []string) error {
	found, err := findGig(c.Context(), segments[1])
	if err != nil {
		return err
	}
	s := selection{}
	s.add("gig_id = ?", found.id)
	if !found.isOf(c.user) {
		var isParty bool
		err := pool.QueryRow(c.Context(),
			"SELECT EXISTS (SELECT 1 FROM applications WHERE gig_id = $1 AND applicant_id = $2)", found.id, c.user).Scan(&isParty)
		if err != nil {
			return err
		}
		if !isParty {
			return refusal{403, "NOT_A_PARTY"}
		}
		s.add("applicant_id = ?", c.user)
	}
	rows, err := pool.Query(c.Context(),
		"SELECT "+applicationColumns+" FROM applications "+s.where()+" ORDER BY created_at, id", s.values...)
	if err != nil {
		return err
	}
	defer rows.Close()
	applications := []application{}
	applicants := []string{}
	for rows.Next() {
		var a application
		if err := a.scan(rows); err != nil {
			return err
		}
		applications, applicants = append(applications, a), append(applicants, a.ApplicantID)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	profiles, err := profilesOf(c.Context(), applicants)
	if err != nil {
		return err
	}
	for at := range applications {
		applications[at].Applicant = profileOf(applications[at].ApplicantID, profiles)
	}
	send(c.writer, 200, page{Data: applications, Total: len(applications), TotalIsExact: true})
	return nil
}

func apply(c *call, segments []string) error {
	found, err := findGig(c.Context(), segments[1])
	if err != nil {
		return err
	}
	if found.isOf(c.user) {
		return refusal{403, "OWN_GIG"}
	}
	var sent struct{ Message *string }
	if err := c.body(&sent); err != nil {
		return err
	}
	if sent.Message != nil && !isLong(*sent.Message, 5_000) {
		return invalid
	}
	profiles, err := profilesOf(c.Context(), []string{c.user})
	if err != nil {
		return err
	}
	stored, err := storeWithRetry(c, found, sent.Message, profiles[c.user].Name)
	if err != nil {
		return err
	}
	stored.Applicant = profileOf(c.user, profiles)
	send(c.writer, 201, stored)
	return nil
}

func storeWithRetry(c *call, to gig, message, name *string) (stored application, err error) {
	for attempt := 0; attempt <= maxRetries; attempt++ {
		stored, err = store(c, to, message, name)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || (refused.Code != "40001" && refused.Code != "40P01") {
			break
		}
	}
	return stored, err
}

// insertApplication also counts the creation, by the service's own statement.
var insertApplication = os.Getenv("COUNTING_APPLICATION") + `
	INSERT INTO applications (id, gig_id, applicant_id, message, owner_id)
	SELECT $1::uuid, $2::uuid, $3, $4, $5 FROM counted
	ON CONFLICT (gig_id, applicant_id) DO NOTHING RETURNING ` + applicationColumns

// store keeps application, interaction and notification in one transaction, which keeps the gig from being closed.
func store(c *call, to gig, message, name *string) (stored application, err error) {
	ctx := c.Context()
	err = pool.BeginFunc(ctx, func(tx pgx.Tx) error {
		var status, title string
		var applyBy *time.Time
		err := tx.QueryRow(ctx, "SELECT status, apply_by, title FROM events WHERE id = $1 FOR SHARE", to.id).
			Scan(&status, &applyBy, &title)
		if errors.Is(err, pgx.ErrNoRows) {
			return notFound
		}
		if err != nil {
			return err
		}
		if isOneOf(status, "CANCELLED", "COMPLETED") || (applyBy != nil && !applyBy.After(time.Now())) {
			return refusal{400, "GIG_CLOSED"}
		}
		err = stored.scan(tx.QueryRow(ctx, insertApplication,
			newID(), to.id, c.user, message, to.creator, []string{c.user}, "APPLICATION", dailyCreations))
		if errors.Is(err, pgx.ErrNoRows) {
			return refusal{409, "ALREADY_APPLIED"}
		}
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(`INSERT INTO interactions AS t (event_id, user_id, action, id) VALUES ($1, $2, 'APPLY', $3)
			ON CONFLICT (event_id, user_id, action) DO UPDATE SET count = t.count + 1, last_at = excluded.last_at`,
			to.id, c.user, newID())
		if to.creator != nil {
			data := map[string]interface{}{"gigId": to.id, "gigTitle": title, "applicantName": name}
			batch.Queue(`INSERT INTO notifications (id, recipient_id, type, reference_id, data)
				VALUES ($1, $2, 'APPLICATION_RECEIVED', $3, $4)`, newID(), *to.creator, stored.ID, data)
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

func listNotifications(c *call, _ []string) error {
	window, err := windowOf(c.URL.Query())
	if err != nil {
		return err
	}
	notifications := make([]notification, 0, window.limit+1)
	of := list{
		table: "notifications", key: "recipient_id, id", by: "created_at", descending: true,
		columns: "id, type, reference_id, reference_type, recipient_id, read_at, created_at, data",
		scan: func(rows pgx.Rows, total *int) (cursor, error) {
			var n notification
			var readAt *time.Time
			var data []byte
			err := rows.Scan(&n.ID, &n.Type, &n.ReferenceID, &n.ReferenceType, &n.RecipientID, &readAt, &n.CreatedAt.Time,
				&data, total)
			n.ReadAt, n.Data = optional(readAt), data
			notifications = append(notifications, n)
			return cursor{n.CreatedAt, n.ID}, err
		},
		data: func(limit int) interface{} {
			if len(notifications) > limit {
				return notifications[:limit]
			}
			return notifications
		},
	}
	of.add("recipient_id = ?", c.user)
	found, err := of.read(c.Context(), window)
	if err == nil {
		send(c.writer, 200, found)
	}
	return err
}
