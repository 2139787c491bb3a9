package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"strings"

	"github.com/gofrs/uuid"
	"github.com/jackc/pgtype"
	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

// statements are those of statements.sql, by name.
var statements = map[string]string{}

func init() {
	text, _ := os.ReadFile(os.Getenv("STATEMENTS"))
	limited := strings.ReplaceAll(string(text), "{quota}", os.Getenv("DAILY_CREATIONS"))
	for _, section := range strings.Split(limited, "-- name: ")[1:] {
		name, statement, _ := strings.Cut(section, "\n")
		for earlier, part := range statements {
			statement = strings.ReplaceAll(statement, "{"+earlier+"}", part)
		}
		statements[name] = strings.TrimSpace(statement)
	}
}

// statement is one of them, its blanks filled: pairs of a blank and what comes there.
func statement(name string, filled ...string) string {
	return strings.NewReplacer(filled...).Replace(statements[name])
}

// object is a row as JSON, with the members named as its columns, and what the handlers read of it.
type object struct {
	json             []byte
	id, at           string
	owner, source    string
	version, matches uint32
}

func (o object) MarshalJSON() ([]byte, error) { return o.json, nil }

// query returns the rows of a statement, written as JSON from PostgreSQL's binary values.
func query(from *pgxpool.Pool, ctx context.Context, text string, values ...any) ([]object, error) {
	found := []object{}
	rows, err := from.Query(ctx, text, values...)
	if err != nil {
		return found, err
	}
	defer rows.Close()
	for rows.Next() {
		found = append(found, objectOf(rows))
	}
	return found, rows.Err()
}

// only returns the row of a statement that has one at most; without one, the error.
func only(missing error, ctx context.Context, text string, values ...any) (object, error) {
	found, err := query(pool, ctx, text, values...)
	if err != nil || len(found) > 0 {
		return append(found, object{})[0], err
	}
	return object{}, missing
}

func objectOf(rows pgx.Rows) (o object) {
	raw := rows.RawValues()
	for at, field := range rows.FieldDescriptions() {
		value, name := raw[at], string(field.Name)
		switch name {
		case "version":
			o.version = binary.BigEndian.Uint32(value)
			continue
		case "matches":
			o.matches = binary.BigEndian.Uint32(value)
			continue
		case "creatorId":
			o.owner = string(value)
		case "source":
			o.source = string(value)
		}
		o.json = append(append(append(o.json, `,"`...), name...), `":`...)
		start := len(o.json)
		o.json = appendValue(o.json, field.DataTypeOID, value)
		if name == "id" {
			o.id = string(o.json[start+1 : len(o.json)-1])
		} else if name == "startAt" || (name == "createdAt" && o.at == "") {
			o.at = string(o.json[start+1 : len(o.json)-1])
		}
	}
	o.json[0] = '{'
	o.json = append(o.json, '}')
	return o
}

// appendValue writes a value of a column as JSON.
func appendValue(to []byte, oid uint32, value []byte) []byte {
	if value == nil {
		return append(to, "null"...)
	}
	var plain any
	switch oid {
	case pgtype.JSONBOID, pgtype.JSONOID: // pgx requests both as text
		return append(to, value...)
	case pgtype.TimestamptzOID:
		var at pgtype.Timestamptz
		_ = at.DecodeBinary(nil, value)
		return at.Time.UTC().AppendFormat(to, `"2006-01-02T15:04:05.000Z"`)
	case pgtype.UUIDOID:
		plain, _ = uuid.FromBytes(value)
	case pgtype.Int4OID:
		plain = int32(binary.BigEndian.Uint32(value))
	case pgtype.TextArrayOID:
		var list pgtype.TextArray
		texts := []string{}
		_ = list.DecodeBinary(nil, value)
		_ = list.AssignTo(&texts)
		plain = texts
	default:
		plain = string(value)
	}
	bytes, _ := json.Marshal(plain)
	return append(to, bytes...)
}
