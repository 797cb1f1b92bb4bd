import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.sql.*;
import java.time.OffsetDateTime;
import java.util.*;
import org.postgresql.PGConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.PGobject;
import org.postgresql.util.PSQLException;

/** The driver as it is, and the class of doc/clients.md. */
public class Test {
    static int tests;

    static void is(Object got, Object wanted, String name) {
        boolean ok = Objects.deepEquals(got, wanted);
        System.out.printf("%sok %d - %s%n", ok ? "" : "not ", ++tests, name);
        if (!ok) System.out.printf("#   got %s%n#   wanted %s%n", got, wanted);
    }

    interface Body<T> { T run() throws Exception; }

    interface Setter { void set(PreparedStatement statement) throws SQLException; }

    /** The first row's only column, as the driver gives it. */
    static Object query(Connection db, String sql, Setter setter) throws SQLException {
        try (var statement = db.prepareStatement(sql)) {
            setter.set(statement);
            if (!statement.execute()) return statement.getUpdateCount();
            var result = statement.getResultSet();
            return result.next() ? result.getObject(1) : "no row";
        }
    }

    static String state(Body<?> body) throws Exception {
        try { body.run(); return "no error"; } catch (SQLException e) { return e.getSQLState(); }
    }

    static boolean isNew(Ulid id) { return Math.abs(System.currentTimeMillis() - id.getTime()) < 60_000; }

    static Class<?> thrown(Body<?> body) {
        try { body.run(); return null; } catch (Exception e) { return e.getClass(); }
    }

    static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://%s:%s/%s?%s".formatted(System.getenv("PGHOST"),
            System.getenv("PGPORT"), System.getenv("PGDATABASE"), options), System.getenv("PGUSER"), System.getenv("PGPASSWORD"));
    }

    /** Counts its ways through the binary form. */
    public static class Watched extends PgUlid {
        static int in, out;
        public Watched() {}
        Watched(Ulid ulid) { super(ulid); }
        @Override public void toBytes(byte[] to, int at) { ++out; super.toBytes(to, at); }
        @Override public void setByteValue(byte[] from, int at) { ++in; super.setByteValue(from, at); }
    }

    public static void main(String[] arguments) throws Exception {
        Connection db = connect("");
        System.out.println("# pgjdbc " + db.getMetaData().getDriverVersion());
        Ulid made = UlidCreator.getUlid();
        UUID uuid = made.toUuid();
        String byId = "SELECT name FROM item WHERE id = ?";
        plain(db, made, uuid, byId);
        try (Connection open = connect("stringtype=unspecified")) {
            is(query(open, byId, s -> s.setString(1, made.toString())), "b",
                "text: setString, with stringtype=unspecified");
        }
        try (Connection codec = connect("prepareThreshold=-1&datatype.ulid=" + Watched.class.getName().replace("$", "%24"))) {
            recipe(codec, made, byId);
        }
        System.out.println("1.." + tests);
    }

    static void plain(Connection db, Ulid made, UUID uuid, String byId) throws Exception {
        try (var insert = db.prepareStatement("INSERT INTO item (name) VALUES ('a')", new String[] {"id"})) {
            insert.executeUpdate();
            var keys = insert.getGeneratedKeys();
            keys.next();
            is(isNew(Ulid.from(keys.getString("id"))), true, "default: getGeneratedKeys");
        }
        PGobject id = (PGobject) query(db, "INSERT INTO item (name) VALUES ('d') RETURNING id", s -> {});
        is(id.getType() + Ulid.isValid(id.getValue()), "ulidtrue",
            "default: RETURNING gives a PGobject, whose value is the text");

        is(query(db, "INSERT INTO item (id, name) VALUES (?, 'b')", s -> s.setObject(1, uuid)), 1,
            "client: inserted as a UUID");
        is(query(db, byId, s -> s.setObject(1, uuid)), "b", "client: found by a UUID");
        is(query(db, "SELECT id::uuid FROM item WHERE id = ?", s -> s.setObject(1, uuid)), uuid,
            "client: a UUID from id::uuid");
        is(query(db, "SELECT ulid_timestamp(id) FROM item WHERE id = ?", s -> s.setObject(1, uuid)), Timestamp.from(made.getInstant()),
            "client: the time that it carries");

        String text = UlidCreator.getUlid().toString();
        is(query(db, "INSERT INTO item (id, name) VALUES (?, 'c')", s -> s.setString(1, text.toLowerCase())), 1,
            "text: setString inserts");
        is(state(() -> query(db, byId, s -> s.setString(1, text))), "42883", "text: setString does not compare");
        is(query(db, byId + "::ulid", s -> s.setString(1, text)), "c", "text: setString, with a cast");
        is(query(db, byId, s -> s.setObject(1, text, Types.OTHER)), "c", "text: setObject with Types.OTHER");
        is(query(db, "SELECT id::text FROM item WHERE name = ?", s -> s.setString(1, "c")), text, "text: a result");
        is(thrown(() -> {
            var result = db.createStatement().executeQuery("SELECT id FROM item");
            result.next();
            return result.getObject(1, UUID.class);
        }), ClassCastException.class, "text: no getObject as UUID without a cast in the query");
        String since = "SELECT count(*) FROM item WHERE id >= ?";
        var hour = OffsetDateTime.now().minusHours(1);
        is(query(db, since, s -> s.setObject(1, hour)), 4L, "text: compared with an OffsetDateTime");
        is(state(() -> query(db, since, s -> s.setTimestamp(1, Timestamp.from(hour.toInstant())))), "22P02",
            "text: setTimestamp is read as a ulid");

        is(((PgConnection) db).getQueryExecutor().useBinaryForSend(Oid.UUID), true, "binary: a UUID is sent so");

        String any = "SELECT count(*) FROM item WHERE id = ANY (?)";
        Object[] both = {made.toString(), text};
        is(query(db, any, s -> s.setArray(1, db.createArrayOf("ulid", both))), 2L, "array: of ulid, from text");
        is(query(db, any, s -> s.setObject(1, new UUID[] {uuid})), 1L, "array: of UUID");
        is(state(() -> query(db, any, s -> s.setObject(1, new String[] {text}))), "42883",
            "array: String[] does not compare");
        Object[] got = (Object[]) ((Array) query(db, "SELECT array_agg(id) FROM item WHERE name = 'b'", s -> {})).getArray();
        is(got[0].toString(), made.toString(), "array: a result, whose elements' toString is the text");

        String clear = "UPDATE item SET parent = ? WHERE name = 'b'";
        is(query(db, clear, s -> s.setNull(1, Types.VARCHAR)), 1, "null: assigned");
        is(query(db, "SELECT parent FROM item WHERE name = 'b'", s -> {}), null, "null: a result");
        String isNull = "SELECT count(*) FROM item WHERE (parent = ?) IS NULL";
        is(query(db, isNull, s -> s.setNull(1, Types.OTHER)), 4L, "null: compared, with Types.OTHER");
        is(query(db, isNull, s -> s.setObject(1, null)), 4L, "null: compared, by setObject");
        is(state(() -> query(db, isNull, s -> s.setNull(1, Types.VARCHAR))), "42883",
            "null: Types.VARCHAR does not compare");

        db.setAutoCommit(false);
        try {
            query(db, "INSERT INTO item (id) VALUES (?)", s -> s.setString(1, "01ARZ3NDEKTSV4RRFFQ69G5FA"));
            is("no error", "an error", "error: raised");
        } catch (PSQLException e) {
            is(e.getSQLState(), "22P02", "error: SQLSTATE");
            var error = e.getServerErrorMessage();
            is(error.getMessage(), "invalid input syntax for type ulid: \"01ARZ3NDEKTSV4RRFFQ69G5FA\"",
                "error: message");
            is(error.getDetail(), "The length is 25 characters, and must be 26, or 36 for the text of a uuid.",
                "error: detail");
        }
        db.rollback();
        is(query(db, byId, s -> s.setObject(1, uuid)), "b", "error: the connection goes on");
        db.setAutoCommit(true);

        var copy = db.unwrap(PGConnection.class).getCopyAPI();
        Ulid copied = UlidCreator.getUlid();
        copy.copyIn("COPY item (id, name) FROM STDIN", new StringReader(copied + "\te\n"));
        var out = new ByteArrayOutputStream();
        copy.copyOut("COPY (SELECT id FROM item WHERE name = 'e') TO STDOUT", out);
        is(out.toString(), copied + "\n", "copy: in and out, as text");
        out.reset();
        copy.copyOut("COPY (SELECT id FROM item WHERE name = 'e') TO STDOUT (FORMAT binary)", out);
        is(Arrays.copyOfRange(out.toByteArray(), 25, 41), copied.toBytes(), "copy: out, in binary form");
    }

    static void recipe(Connection db, Ulid made, String byId) throws Exception {
        is(query(db, byId, s -> s.setObject(1, new PgUlid(made))), "b", "client: PgUlid");
        is(isNew(((PgUlid) query(db, "INSERT INTO item DEFAULT VALUES RETURNING id", s -> {})).get()), true,
            "default: PgUlid");
        for (Ulid each : List.of(Ulid.MIN, Ulid.MAX, made)) {
            int in = Watched.in, out = Watched.out;
            Object back = query(db, "SELECT ?::ulid WHERE ? = ?::uuid", s -> {
                s.setObject(1, new Watched(each));
                s.setObject(2, new Watched(each));
                s.setObject(3, each.toUuid());
            });
            is(List.of(((PgUlid) back).get(), Watched.out - out, Watched.in > in), List.of(each, 2, true),
                "binary: PgUlid, " + each);
        }
        is(thrown(() -> { new PgUlid().setByteValue(new byte[15], 0); return null; }), IllegalArgumentException.class,
            "binary: 15 bytes");
        is(thrown(() -> { new PgUlid().setValue("8" + "Z".repeat(25)); return null; }), IllegalArgumentException.class,
            "text: above 128 bits");

        try (Connection text = connect("preferQueryMode=simple&datatype.ulid=PgUlid")) {
            is(query(text, "SELECT ?::ulid", s -> s.setObject(1, new PgUlid(made))), new PgUlid(made), "text: PgUlid");
        }
        Array ids = db.createArrayOf("ulid", new Object[] {new PgUlid(made), null});
        Array back = (Array) query(db, "SELECT ?", s -> s.setArray(1, ids));
        is(back.getArray(), new Object[] {new PgUlid(made), null}, "array: PgUlid, in and out, with a NULL");
        is(query(db, "SELECT NULL::ulid", s -> {}), null, "null: no PgUlid");
    }
}
