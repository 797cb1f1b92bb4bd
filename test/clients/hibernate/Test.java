import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import jakarta.persistence.*;
import java.time.Instant;
import java.util.*;
import java.util.function.Function;
import java.util.logging.*;
import org.hibernate.Session;
import org.hibernate.Version;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.exception.DataException;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.type.SqlTypes;
import org.postgresql.PGConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.PSQLException;

/** Hibernate as it is, and the type of doc/clients.md. */
public class Test {
    // A table that is there, two that Hibernate makes, and what does not work without the type.
    @Entity(name = "Item") @Table(name = "item") static class Item {
        @Id @Generated @ColumnDefault("gen_ulid()") Ulid id;
        Ulid parent;
        @Column(columnDefinition = "text") String name;
    }
    @Entity(name = "Folder") static class Folder {
        @Id @Generated @ColumnDefault("gen_ulid()") Ulid id;
        @ManyToOne(fetch = FetchType.LAZY) Folder parent;
        @OneToMany(mappedBy = "folder") Set<Note> notes;
    }
    @Entity(name = "Note") static class Note {
        @Id Ulid id = UlidCreator.getUlid();
        @ManyToOne(fetch = FetchType.LAZY) Folder folder;
        Ulid[] seen;
    }
    @Entity(name = "Text") static class Text { @Id @Column(columnDefinition = "ulid") String id; }
    @Entity(name = "Uuid") static class Uuid { @Id @Column(columnDefinition = "ulid") UUID id; }
    @Entity(name = "Other") static class Other {
        @Id @Column(columnDefinition = "ulid") @JdbcTypeCode(SqlTypes.OTHER) String id;
    }

    static int tests;
    static EntityManagerFactory db;

    static void is(Object got, Object wanted, String name) {
        boolean ok = Objects.deepEquals(got, wanted);
        System.out.printf("%sok %d - %s%n", ok ? "" : "not ", ++tests, name);
        if (!ok) System.out.printf("#   got %s%n#   wanted %s%n", got, wanted);
    }

    static EntityManagerFactory open(String action, String options) {
        return new HibernatePersistenceConfiguration("test")
            .managedClasses(Item.class, Folder.class, Note.class, Text.class, Uuid.class, Other.class)
            .jdbcUrl("jdbc:postgresql://%s:%s/%s?%s".formatted(System.getenv("PGHOST"), System.getenv("PGPORT"),
                System.getenv("PGDATABASE"), options)).jdbcCredentials(System.getenv("PGUSER"), System.getenv("PGPASSWORD"))
            .property("hibernate.hbm2ddl.auto", action).createEntityManagerFactory();
    }

    /** A session and transaction of its own. */
    static <T> T in(Function<Session, T> body) { return db.callInTransaction(em -> body.apply(em.unwrap(Session.class))); }

    static <T> T save(T entity) { return in(s -> { s.persist(entity); return entity; }); }

    static <T> T bind(Query query, Function<Query, T> run, Object... parameters) {
        for (int i = 0; i < parameters.length; ++i) query.setParameter(i + 1, parameters[i]);
        return run.apply(query);
    }

    static Object sql(String query, Object... parameters) {
        return in(s -> bind(s.createNativeQuery(query, Object.class), Query::getSingleResult, parameters));
    }

    static List<?> hql(Class<?> type, String query, Object... parameters) {
        return in(s -> bind(s.createQuery(query, type), Query::getResultList, parameters));
    }

    /** What the driver, or else Hibernate, says of a failure. */
    static String failure(Runnable body) {
        try { body.run(); return "none"; } catch (RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) cause = cause.getCause();
            return cause instanceof PSQLException p ? p.getSQLState() : cause.getClass().getSimpleName();
        }
    }

    public static void main(String[] arguments) {
        System.out.println("# Hibernate " + Version.getVersionString());
        LogManager.getLogManager().reset();
        db = open("update", "");
        alone();
        recipe();
        db.close();
        try (var again = open("validate", "stringtype=unspecified")) {
            db = again;
            is(hql(String.class, "select id from Text where id = ?1", Ulid.MAX.toString()), List.of(Ulid.MAX.toString()),
                "text: a String, with stringtype=unspecified");
        }
        System.out.println("1.." + tests);
    }

    static void alone() {
        var text = new Text();
        text.id = Ulid.MAX.toString();
        is(save(text) == text, true, "text: a String is inserted");
        is(failure(() -> in(s -> s.find(Text.class, text.id))), "42883", "text: and not found");
        var uuid = new Uuid();
        uuid.id = Ulid.MAX.toUuid();
        is(save(uuid) == uuid, true, "text: a UUID is inserted");
        is(in(s -> s.find(Uuid.class, uuid.id).id), uuid.id, "text: and found");
        is(failure(() -> hql(UUID.class, "select id from Uuid")), "ClassCastException",
            "text: but not read by a query");
        var other = new Other();
        other.id = text.id;
        is(failure(() -> save(other)), "42804", "text: SqlTypes.OTHER sends bytes");
    }

    static void recipe() {
        is(sql("SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), pg_get_expr(adbin, adrelid)), ', ' "
            + "ORDER BY attrelid::regclass::text, attname) FROM pg_attribute "
            + "LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum "
            + "WHERE attrelid IN ('folder'::regclass, 'note'::regclass) AND attnum > 0"),
            "id ulid gen_ulid(), parent_id ulid, folder_id ulid, id ulid, seen ulid[]",
            "default: the schema that Hibernate makes");
        var item = save(new Item());
        is(Math.abs(System.currentTimeMillis() - item.id.getTime()) < 60_000, true,
            "default: the id is there after persist()");
        is(sql("SELECT ulid_timestamp(id) FROM item"), item.id.getInstant(), "default: the time that it carries");

        Folder root = save(new Folder()), folder = new Folder();
        folder.parent = root;
        save(folder);
        Note note = new Note(), nil = new Note(), ones = new Note();
        note.folder = folder;
        note.seen = new Ulid[] {root.id, null, Ulid.MAX};
        nil.id = Ulid.MIN;
        ones.id = Ulid.MAX;
        for (var each : List.of(note, nil, ones)) {
            save(each);
            is(in(s -> s.find(Note.class, each.id)).id, each.id, "client: saved and found, " + each.id);
            is(sql("SELECT count(*) FROM note WHERE id::text = ?", each.id.toString()), 1L,
                "text: the same to the server");
        }
        is(failure(() -> save(ones)), "23505", "client: once only");
        is(in(s -> s.getIdentifier(s.find(Folder.class, folder.id).parent)), root.id, "client: by a foreign key");
        is(hql(Ulid.class, "select n.id from Folder f join f.notes n where f.parent = ?1", root), List.of(note.id),
            "client: by a join");
        is(hql(Ulid.class, "select id from Note order by id desc"), List.of(Ulid.MAX, note.id, Ulid.MIN),
            "text: in order");
        is(hql(Ulid.class, "select max(id) from Note where id < ?1", Ulid.MAX), List.of(note.id),
            "text: max(), and a comparison");
        long time = note.id.getTime();
        is(hql(Ulid.class, "select id from Note where id between ?1 and ?2", Ulid.min(time), Ulid.max(time)), List.of(note.id),
            "text: a range of time, in HQL");
        String since = "SELECT count(*) FROM note WHERE id < '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' AND id >= ";
        is(sql(since + "cast(? AS timestamptz)", Instant.now().minusSeconds(60)), 1L, "text: since a time, in SQL");
        is(failure(() -> sql(since + "?", Instant.now())), "22P02", "text: which needs a cast");

        is(in(s -> s.doReturningWork(c -> c.unwrap(PgConnection.class).getQueryExecutor().useBinaryForSend(Oid.UUID))), true,
            "binary: a parameter goes as uuid, in binary form");
        is(sql("SELECT pg_typeof(?)::text", note.id), "uuid", "binary: of which the server is told");

        is(in(s -> s.find(Note.class, note.id)).seen, note.seen, "array: an attribute, with a NULL");
        is(sql("SELECT count(*) FROM note WHERE id = ANY (?)", (Object) new Ulid[] {note.id, Ulid.MAX}), 2L,
            "array: ANY in SQL");
        is(hql(Ulid.class, "select id from Note where id in ?1 order by id", List.of(Ulid.MAX, note.id)), List.of(note.id, Ulid.MAX),
            "array: IN, in HQL");
        var two = List.of(note.id, Ulid.MIN);
        is(in(s -> s.findMultiple(Note.class, two)).stream().map(n -> n.id).toList(), two, "array: several at once");
        is(hql(Ulid[].class, "select array_agg(id) within group (order by id) from Note").get(0),
            new Ulid[] {Ulid.MIN, note.id, Ulid.MAX}, "array: array_agg");

        is(in(s -> s.find(Item.class, item.id).parent), null, "null: out");
        in(s -> s.find(Item.class, item.id).parent = note.id);
        is(hql(Ulid.class, "select id from Item where parent = ?1", note.id), List.of(item.id), "null: no more");
        in(s -> s.find(Item.class, item.id).parent = null);
        is(hql(Ulid.class, "select id from Item where parent is null or parent = ?1", (Object) null), List.of(item.id),
            "null: in, and compared");

        try {
            sql("SELECT cast(? AS ulid)", "01ARZ3NDEKTSV4RRFFQ69G5FA");
            is("no error", "an error", "error: raised");
        } catch (DataException e) {
            is(e.getSQLState(), "22P02", "error: DataException has the SQLSTATE");
            var error = ((PSQLException) e.getSQLException()).getServerErrorMessage();
            is(error.getMessage() + ": " + error.getDetail(), "invalid input syntax for type ulid: \"01ARZ3NDEKTSV4RRFFQ69G5FA\": "
                + "The length is 25 characters, and must be 26, or 36 for the text of a uuid.",
                "error: and the driver's exception the rest");
        }
        is(in(s -> s.find(Note.class, note.id)).id, note.id, "error: the next transaction goes on");

        byte[] row = (note.id + "\tcopied\n").getBytes();
        is(in(s -> s.doReturningWork(c -> {
            var copy = c.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY item (id, name) FROM STDIN");
            copy.writeToCopy(row, 0, row.length);
            return copy.endCopy();
        })), 1L, "copy: in, by the driver's means");
        is(in(s -> s.doReturningWork(c -> {
            var copy = c.unwrap(PGConnection.class).getCopyAPI()
                .copyOut("COPY (SELECT id, name FROM item WHERE name = 'copied') TO STDOUT");
            byte[] first = copy.readFromCopy();
            return copy.readFromCopy() == null ? first : null;
        })), row, "copy: and out");
        is(in(s -> s.find(Item.class, note.id)).name, "copied", "copy: and found");
    }
}
