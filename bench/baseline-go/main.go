// Command baseline-go is what an experienced engineer writes by hand in Go for the same API: net/http, and pgx with
// prepared statements. It checks tokens and input as the service does, answers the same JSON, and has a pool of the same
// size and the same transactions. It leaves out what no request of the benchmark needs.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v4/pgxpool"
)

// maxBody is the size of a request's body in bytes, at most.
const maxBody = 1 << 20

var pool *pgxpool.Pool

// refusal is a request that is answered with an error.
type refusal struct {
	status int
	code   string
}

func (r refusal) Error() string { return r.code }

var (
	notFound = refusal{404, "NOT_FOUND"}
	invalid  = refusal{400, "VALIDATION_FAILED"}
)

// call is a request of a user.
type call struct {
	*http.Request
	writer http.ResponseWriter
	user   string
}

// Context hides the request's own: pgx closes a connection whose context is cancelled, and the load hangs up every second.
func (c *call) Context() context.Context { return context.Background() }

// route answers a call; segments are those of the path. An error that is no refusal is a 500.
type route func(c *call, segments []string) error

func main() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	config.MaxConns = 10
	if pool, err = pgxpool.ConnectConfig(context.Background(), config); err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Addr: os.Getenv("HOST") + ":" + os.Getenv("PORT"), Handler: http.HandlerFunc(serve)}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-stop
		_ = server.Shutdown(context.Background())
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

func serve(writer http.ResponseWriter, request *http.Request) {
	if request.URL.Path == "/health/ready" {
		send(writer, 200, map[string]string{"status": "ok"})
		return
	}
	request.Body = http.MaxBytesReader(writer, request.Body, maxBody)
	if err := dispatch(&call{Request: request, writer: writer}); err != nil {
		refuse(writer, err)
	}
}

func dispatch(c *call) (err error) {
	if c.user, err = authenticate(c.Header.Get("Authorization")); err != nil {
		return err
	}
	segments := strings.Split(strings.Trim(c.URL.Path, "/"), "/")
	if to := routeOf(c.Method, segments); to != nil {
		return to(c, segments)
	}
	return notFound
}

func routeOf(method string, segments []string) route {
	switch {
	case len(segments) == 1 && segments[0] == "events" && method == "GET":
		return listEvents
	case len(segments) == 1 && segments[0] == "events" && method == "POST":
		return createEvent
	case len(segments) == 2 && segments[0] == "events" && method == "GET":
		return getEvent
	case len(segments) == 2 && segments[0] == "events" && method == "PATCH":
		return updateEvent
	case len(segments) == 3 && segments[0] == "gigs" && segments[2] == "applications" && method == "GET":
		return listApplications
	case len(segments) == 3 && segments[0] == "gigs" && segments[2] == "applications" && method == "POST":
		return apply
	case len(segments) == 1 && segments[0] == "notifications" && method == "GET":
		return listNotifications
	}
	return nil
}

func send(writer http.ResponseWriter, status int, body interface{}) {
	bytes, err := json.Marshal(body)
	if err != nil {
		refuse(writer, err)
		return
	}
	writer.Header().Set("Content-Type", "application/json; charset=utf-8")
	writer.WriteHeader(status)
	_, _ = writer.Write(bytes)
}

func refuse(writer http.ResponseWriter, err error) {
	var refused refusal
	if !errors.As(err, &refused) {
		log.Print(err)
		refused = refusal{500, "INTERNAL"}
	}
	if refused.status == 401 {
		writer.Header().Set("WWW-Authenticate", "Bearer")
	}
	send(writer, refused.status, map[string]interface{}{"status": refused.status, "code": refused.code})
}

// body reads the request's body. What is no JSON of the right types is invalid.
func (c *call) body(into interface{}) error {
	if json.NewDecoder(c.Body).Decode(into) != nil {
		return invalid
	}
	return nil
}
