// pgx as it is, and the package of doc/clients.md.
package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/oklog/ulid/v2"
	"ulid.test/pgx/pgulid"
)

var (
	ctx   = context.Background()
	url   = os.Getenv("DATABASE_URL")
	tests int
	nul   = ulid.ULID{}
	ones  = ulid.MustParseStrict("7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
)

func is(got, wanted any, name string) {
	tests++
	if reflect.DeepEqual(got, wanted) {
		fmt.Printf("ok %d - %s\n", tests, name)
	} else {
		fmt.Printf("not ok %d - %s\n#   got %v\n#   wanted %v\n", tests, name, got, wanted)
	}
}

type querier interface {
	QueryRow(context.Context, string, ...any) pgx.Row
}

// The only column of the only row as a T, or how that failed: by SQLSTATE, or on this side.
func get[T any](db querier, query string, arguments ...any) any {
	var value T
	err := db.QueryRow(ctx, query, arguments...).Scan(&value)
	var answer *pgconn.PgError
	switch {
	case errors.As(err, &answer):
		return answer.Code
	case err != nil:
		return err.Error()
	}
	return value
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func begins(got any, prefix string) any {
	if text, ok := got.(string); ok && strings.HasPrefix(text, prefix) {
		return prefix
	}
	return got
}

func isNew(id any) bool {
	made, ok := id.(ulid.ULID)
	return ok && time.Since(made.Timestamp()).Abs() < time.Minute
}

func main() {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "github.com/jackc/pgx/v5" {
			fmt.Println("# pgx", strings.TrimPrefix(module.Version, "v"))
		}
	}
	made := ulid.Make()
	plain(must(pgx.Connect(ctx, url)), made)

	config := must(pgxpool.ParseConfig(url))
	config.AfterConnect = pgulid.Register
	recipe(must(pgxpool.NewWithConfig(ctx, config)), made)
	fmt.Printf("1..%d\n", tests)
}

func plain(db *pgx.Conn, made ulid.ULID) {
	is(isNew(get[ulid.ULID](db, "INSERT INTO item (name) VALUES ('a') RETURNING id")), true,
		"default: scanned into a ulid.ULID")
	is(get[string](db, "INSERT INTO item (id, name) VALUES ($1, 'b') RETURNING name", made.String()), "b",
		"client: inserted")
	is(get[ulid.ULID](db, "SELECT id FROM item WHERE id = $1", strings.ToLower(made.String())), made,
		"client: found by its text")
	is(get[time.Time](db, "SELECT ulid_timestamp($1)", made.String()), made.Timestamp().Local(),
		"client: the time that it carries")
	is(get[string](db, "SELECT id FROM item WHERE name = 'b'"), made.String(), "text: scanned into a string")
	is(get[string](db, "SELECT name FROM item WHERE id = $1", made), "22P02",
		"text: a ulid.ULID is sent as if it was a bytea")
	is(begins(get[string](db, "SELECT name FROM item WHERE id = $1", [16]byte(made)), "failed to encode"), "failed to encode",
		"text: a [16]byte cannot be sent")
	since := "SELECT count(*) FROM item WHERE id >= $1"
	hour := time.Now().Add(-time.Hour)
	is(get[int](db, since+"::timestamptz", hour), 2, "text: compared with a time, which needs a cast")
	is(get[int](db, since, hour), "22P02", "text: or is read as a ulid")

	answer := db.PgConn().ExecParams(ctx, "SELECT $1::ulid", [][]byte{made[:]}, nil, []int16{1}, []int16{1}).Read()
	is(answer.Rows[0][0], made[:], "binary: the bytes, by pgconn")
	_, lax := ulid.Parse("01ARZ3NDEKTSV4RRFFQ69G5FAU")
	_, strict := ulid.ParseStrict("01ARZ3NDEKTSV4RRFFQ69G5FAU")
	is([]any{lax, strict}, []any{nil, ulid.ErrInvalidCharacters}, "client: Parse lets a U pass, ParseStrict does not")

	among := "SELECT count(*) FROM item WHERE id = ANY ($1)"
	is(get[int](db, among, []string{made.String(), ones.String()}), 1, "array: strings")
	is(begins(get[int](db, among, []ulid.ULID{made}), "failed to encode"), "failed to encode",
		"array: of ulid.ULID cannot be sent")
	is(get[[]string](db, "SELECT array_agg(id) FROM item WHERE name = 'b'"), []string{made.String()},
		"array: a result, as strings")
	is(begins(get[[]ulid.ULID](db, "SELECT array_agg(id) FROM item"), "can't scan"), "can't scan",
		"array: of ulid.ULID cannot be scanned")

	var kept = made
	is(db.QueryRow(ctx, "SELECT NULL::ulid").Scan(&kept), nil, "null: scanned into a ulid.ULID is no error")
	is(kept, made, "null: and leaves it as it was")
	is(get[*ulid.ULID](db, "SELECT $1::ulid", (*ulid.ULID)(nil)), (*ulid.ULID)(nil), "null: a pointer, in and out")

	var failure *pgconn.PgError
	tx := must(db.Begin(ctx))
	_, err := tx.Exec(ctx, "INSERT INTO item (id) VALUES ($1)", "01ARZ3NDEKTSV4RRFFQ69G5FA")
	is(errors.As(err, &failure), true, "error: a PgError")
	is(failure.Code, "22P02", "error: SQLSTATE")
	is(failure.Message, `invalid input syntax for type ulid: "01ARZ3NDEKTSV4RRFFQ69G5FA"`, "error: message")
	is(failure.Detail, "The length is 25 characters, and must be 26, or 36 for the text of a uuid.", "error: detail")
	is(tx.Rollback(ctx), nil, "error: rolled back")
	is(get[int](db, "SELECT count(*) FROM item"), 2, "error: the connection goes on")

	_, err = db.CopyFrom(ctx, pgx.Identifier{"item"}, []string{"id"}, pgx.CopyFromRows([][]any{{ones.String()}}))
	is(errors.As(err, &failure) && failure.Code == "22P03", true, "copy: CopyFrom is binary, and a string is none")
	must(db.CopyFrom(ctx, pgx.Identifier{"item"}, []string{"id"}, pgx.CopyFromRows([][]any{{ones}})))
	is(get[string](db, "DELETE FROM item WHERE id = $1 RETURNING id", ones.String()), ones.String(),
		"copy: CopyFrom of a ulid.ULID")
	var out bytes.Buffer
	must(db.PgConn().CopyFrom(ctx, strings.NewReader(nul.String()+"\tc\n"), "COPY item (id, name) FROM STDIN"))
	must(db.PgConn().CopyTo(ctx, &out, "COPY (SELECT id FROM item WHERE name = 'c') TO STDOUT"))
	is(out.String(), nul.String()+"\n", "copy: in and out as text, by pgconn")
}

func recipe(db *pgxpool.Pool, made ulid.ULID) {
	is(isNew(get[ulid.ULID](db, "INSERT INTO item DEFAULT VALUES RETURNING id")), true, "default: with pgulid")
	is(get[string](db, "SELECT name FROM item WHERE id = $1", made), "b", "client: with pgulid")
	is(get[string](db, "SELECT id FROM item WHERE id = $1", strings.ToLower(made.String())), made.String(),
		"text: strings go on")
	is(get[string](db, "SELECT $1::ulid", "8"+strings.Repeat("Z", 25)), "22P02", "text: checked by the server")
	is(get[ulid.ULID](db, "SELECT $1::ulid", pgx.QueryExecModeSimpleProtocol, made), made,
		"text: by the simple protocol")
	is(get[ulid.ULID](db, "SELECT $1::ulid", pgx.QueryExecModeExec, made), made, "text: unprepared")
	is(get[any](db, "SELECT $1::ulid", made), any(made), "text: scanned into any")
	is(get[ulid.ULID](db, "SELECT $1::ulid", [16]byte(made)), made, "binary: a [16]byte")

	conn := must(db.Acquire(ctx)).Conn()
	defer conn.Close(ctx)
	statement := must(conn.Prepare(ctx, "echo", "SELECT $1::ulid"))
	for _, id := range []ulid.ULID{nul, ones, made} {
		var built pgx.ExtendedQueryBuilder
		err := built.Build(conn.TypeMap(), statement, []any{id})
		is([]any{err, built.ParamFormats[0], built.ParamValues[0]}, []any{nil, int16(1), id[:]},
			"binary: a parameter, "+id.String())
		rows := must(conn.Query(ctx, "echo", id))
		rows.Next()
		is(rows.RawValues()[0], id[:], "binary: a result")
		var back ulid.ULID
		is([]any{rows.Scan(&back), back}, []any{nil, id}, "binary: a result, scanned")
		rows.Close()
	}
	is(conn.TypeMap().Scan(statement.ParamOIDs[0], 1, made[:15], &ulid.ULID{}), ulid.ErrDataSize, "binary: 15 bytes")

	ids := []*ulid.ULID{&made, nil, &ones}
	is(get[[]*ulid.ULID](db, "SELECT $1::ulid[]", ids), ids, "array: in and out, with a NULL")
	is(get[int](db, "SELECT count(*) FROM item WHERE id = ANY ($1)", []ulid.ULID{made, nul}), 2, "array: ANY")
	is(get[int](db, "SELECT count(*) FROM item WHERE id = ANY ($1)", []string{made.String(), nul.String()}), 2,
		"array: ANY, of strings")

	is(get[*ulid.ULID](db, "SELECT $1::ulid", (*ulid.ULID)(nil)), (*ulid.ULID)(nil), "null: a pointer, in and out")
	is(begins(get[ulid.ULID](db, "SELECT NULL::ulid"), "can't scan"), "can't scan",
		"null: into a ulid.ULID is an error")

	copied := ulid.Make()
	rows := pgx.CopyFromRows([][]any{{copied, "d", nil}, {ones.String(), "d", &made}})
	is(must(db.CopyFrom(ctx, pgx.Identifier{"item"}, []string{"id", "name", "parent"}, rows)), int64(2),
		"copy: CopyFrom")
	is(get[[]ulid.ULID](db, "SELECT array_agg(id ORDER BY id) FROM item WHERE name = 'd'"), []ulid.ULID{copied, ones},
		"copy: and found")
	_, err := db.CopyFrom(ctx, pgx.Identifier{"item"}, []string{"id"}, pgx.CopyFromRows([][]any{{"01ARZ3NDEKTSV4RRFFQ69G5FAU"}}))
	is(err != nil && strings.Contains(err.Error(), "unable to encode"), true, "copy: a bad string is an error")

	std := sql.OpenDB(stdlib.GetConnector(*must(pgx.ParseConfig(url)), stdlib.OptionAfterConnect(pgulid.Register)))
	var back ulid.ULID
	err = std.QueryRow("SELECT id FROM item WHERE id = $1", made).Scan(&back)
	is([]any{err, back}, []any{nil, made}, "text: by database/sql")
	var none sql.NullString
	err = std.QueryRow("SELECT $1::ulid", none).Scan(&none)
	is([]any{err, none.Valid}, []any{nil, false}, "null: by database/sql")
}
