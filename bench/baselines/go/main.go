// Command go is what an experienced engineer writes by hand for the same API: net/http, and pgx with prepared
// statements. It checks tokens and input as the service does, with a pool of the same size. It leaves out what
// no work needs.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/jackc/pgx/v4/pgxpool"
)

// searches plans each statement for its values: a plan for any word is a bad one.
var pool, searches = connect("auto"), connect("force_custom_plan")

// refusal is a request that is answered with an error.
type refusal struct {
	status int
	code   string
}

func (r refusal) Error() string { return r.code }

var (
	notFound     = refusal{404, "NOT_FOUND"}
	invalid      = refusal{400, "VALIDATION_FAILED"}
	limitReached = refusal{409, "LIMIT_REACHED"}
)

// call is a request of a user.
type call struct {
	*http.Request
	user string
	// id is the second segment of the path.
	id string
}

// Context hides the request's own: pgx closes a connection whose context is cancelled, and each load hangs up.
func (c *call) Context() context.Context { return context.Background() }

// routes answer calls by method and path. An error that is no refusal is a 500.
var routes = map[string]func(c *call) (status int, body any, err error){
	"GET events":               listEvents,
	"POST events":              createEvent,
	"GET events/*":             getEvent,
	"PATCH events/*":           updateEvent,
	"GET gigs/*/applications":  listApplications,
	"POST gigs/*/applications": apply,
	"GET notifications":        listNotifications,
}

func main() {
	server := &http.Server{Addr: os.Getenv("HOST") + ":" + os.Getenv("PORT"), Handler: http.HandlerFunc(serve)}
	log.Fatal(server.ListenAndServe())
}

func connect(planning string) *pgxpool.Pool {
	config, _ := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	config.MaxConns = 10
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = planning
	pool, err := pgxpool.ConnectConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	return pool
}

func serve(writer http.ResponseWriter, request *http.Request) {
	request.Body = http.MaxBytesReader(writer, request.Body, 1<<20)
	status, body, err := dispatch(&call{Request: request})
	var refused refusal
	if errors.As(err, &refused) {
		status, body = refused.status, map[string]any{"status": refused.status, "code": refused.code}
	} else if err != nil {
		log.Print(err)
		status, body = 500, nil
	}
	bytes, _ := json.Marshal(body)
	writer.Header().Set("Content-Type", "application/json; charset=utf-8")
	if found, isObject := body.(object); isObject && found.version > 0 {
		writer.Header().Set("ETag", fmt.Sprintf(`"%d"`, found.version))
	}
	writer.WriteHeader(status)
	_, _ = writer.Write(bytes)
}

func dispatch(c *call) (status int, body any, err error) {
	if c.user, err = authenticate(c.Header.Get("Authorization")); err != nil {
		return 0, nil, err
	}
	segments := strings.Split(strings.Trim(c.URL.Path, "/"), "/")
	if len(segments) > 1 {
		c.id, segments[1] = segments[1], "*"
	}
	if route := routes[c.Method+" "+strings.Join(segments, "/")]; route != nil {
		return route(c)
	}
	return 0, nil, notFound
}

// body reads the request's body. What is no JSON of the right types is invalid.
func (c *call) body(into any) error {
	bytes, err := io.ReadAll(c.Request.Body)
	if err != nil || json.Unmarshal(bytes, into) != nil {
		return invalid
	}
	return nil
}
