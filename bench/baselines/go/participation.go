package main

import (
	"errors"

	"github.com/jackc/pgx/v4"
)

// ownGig tells whether the gig is the caller's.
func (c *call) ownGig(kind string, owner *string, err error) (isOwn bool, refused error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return false, notFound
	}
	if err == nil && kind != "GIG" {
		err = refusal{400, "NOT_A_GIG"}
	}
	return owner != nil && *owner == c.user, err
}

func listApplications(c *call) (int, any, error) {
	var kind string
	var owner *string
	err := pool.QueryRow(c.Context(), statement("gig"), c.id).Scan(&kind, &owner)
	isOwn, err := c.ownGig(kind, owner, err)
	if err != nil {
		return 0, nil, err
	}
	applicant := &c.user
	if isOwn {
		applicant = nil
	}
	applications, err := query(pool, c.Context(), statement("applications"), c.id, applicant)
	if err == nil && !isOwn && len(applications) == 0 {
		err = refusal{403, "NOT_A_PARTY"}
	}
	return 200, pageOf(applications), err
}

func apply(c *call) (int, any, error) {
	var sent struct{ Message *string }
	var stored object
	if c.body(&sent) != nil || !isMissingOrLong(sent.Message, 5_000) {
		return 0, nil, invalid
	}
	// Application, interaction and notification in one transaction, which keeps the gig from being closed.
	err := pool.BeginFunc(c.Context(), func(tx pgx.Tx) (err error) {
		stored, err = store(c, tx, sent.Message)
		return err
	})
	return 201, stored, err
}

func store(c *call, tx pgx.Tx, message *string) (stored object, err error) {
	ctx := c.Context()
	var kind, title string
	var isClosed bool
	var owner, name *string
	err = tx.QueryRow(ctx, statement("lockGig"), c.id, c.user).Scan(&kind, &isClosed, &title, &owner, &name)
	isOwn, err := c.ownGig(kind, owner, err)
	if err == nil && isOwn {
		err = refusal{403, "OWN_GIG"}
	}
	if err == nil && isClosed {
		err = refusal{400, "GIG_CLOSED"}
	}
	if err != nil {
		return stored, err
	}
	rows, err := tx.Query(ctx, statement("apply"), c.id, c.user, message)
	if err != nil {
		return stored, err
	}
	isNew := rows.Next()
	if isNew {
		stored = objectOf(rows)
	}
	rows.Close()
	if !isNew {
		return stored, refusal{409, "ALREADY_APPLIED"}
	}
	batch := &pgx.Batch{}
	batch.Queue(statement("interact", "{kind}", "APPLICATION"), c.user, c.id)
	if owner != nil {
		data := map[string]any{"gigId": c.id, "gigTitle": title, "applicantName": name}
		batch.Queue(statement("notify"), *owner, stored.id, data)
	}
	results := tx.SendBatch(ctx, batch)
	defer results.Close() // where it fails, so does the commit
	interaction, err := results.Exec()
	if err == nil && interaction.RowsAffected() == 0 {
		err = limitReached
	}
	return stored, err
}

func listNotifications(c *call) (int, any, error) {
	window, err := windowOf(c.URL.Query())
	if err != nil {
		return 0, nil, err
	}
	s := selection{}
	s.add("recipient_id = ?", c.user)
	found, err := readPage(c.Context(), "inbox", s, window)
	return 200, found, err
}
