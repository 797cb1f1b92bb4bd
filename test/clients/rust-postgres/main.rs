// Rust's postgres, the synchronous face of tokio-postgres: parameters and results are binary, of the type that the
// server says.
mod id;

use std::fmt::Debug;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use id::Id;
use postgres::binary_copy::{BinaryCopyInWriter, BinaryCopyOutIter};
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::{ToSql, Type};
use postgres::{Client, NoTls, SimpleQueryMessage, error::SqlState};
use ulid::Ulid;
use uuid::Uuid;

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn is<T: PartialEq + Debug>(got: T, expected: T, name: &str) {
    COUNT.fetch_add(1, Ordering::Relaxed);
    println!("{}ok - {name}", if got == expected { "" } else { "not " });
    if got != expected {
        println!("# got {got:?}\n# expected {expected:?}");
    }
}

type Result = std::result::Result<(), Box<dyn std::error::Error>>;

fn main() -> Result {
    let mut db = Client::connect(&std::env::var("DATABASE_URL")?, NoTls)?;
    without(&mut db)?;
    db.execute("TRUNCATE item", &[])?;
    with(&mut db)?;
    println!("1..{}", COUNT.load(Ordering::Relaxed));
    Ok(())
}

// As it is: a string or a uuid, with a cast.
fn without(db: &mut Client) -> Result {
    let text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    let made = Ulid::from_string(text)?;

    let refused = "cannot convert between the Rust type `&str` and the Postgres type `ulid`";
    let error = db.query("SELECT name FROM item WHERE id = $1", &[&text]).unwrap_err();
    is(error.to_string(), "error serializing parameter 0".into(), "text: a string is no parameter");
    is(std::error::Error::source(&error).map(|e| e.to_string()), Some(refused.into()), "text: because of its type");
    db.execute("INSERT INTO item (id, name) VALUES ($1::text, 'a')", &[&text])?;
    let row = db.query_one("SELECT id::text FROM item WHERE id = $1::text::ulid", &[&text])?;
    is(row.get(0), text, "text: with casts, a parameter and a result");
    let rows = db.simple_query("SELECT id FROM item")?;
    let SimpleQueryMessage::Row(row) = &rows[1] else { panic!("no row") };
    is(row.get(0), Some(text), "text: a result of simple_query");
    let rows = db.query("SELECT name FROM item WHERE id = ANY ($1::text[]::ulid[])", &[&[text].as_slice()])?;
    is(rows.len(), 1, "array: of strings, with casts");

    is(<Ulid as ToSql>::accepts(&Type::UUID), true, "binary: the crate ulid knows the type uuid");
    is(db.query("SELECT FROM item WHERE id = $1", &[&made]).is_err(), true, "binary: and not ulid");
    let row = db.query_one("SELECT id::uuid FROM item WHERE id = $1::uuid", &[&made])?;
    is(row.get(0), made, "binary: with casts to uuid, a parameter and a result");
    is(row.get::<_, Uuid>(0), Uuid::from(made), "binary: or as a Uuid");

    // The server refuses what the crate takes, and the crate would have lost two bits.
    is(Ulid::from_string("81ARZ3NDEKTSV4RRFFQ69G5FAV")?, made, "error: the crate drops what is too much");
    let error = db.query("SELECT $1::text::ulid", &[&"81ARZ3NDEKTSV4RRFFQ69G5FAV"]).unwrap_err();
    is(error.code(), Some(&SqlState::INVALID_TEXT_REPRESENTATION), "error: the server does not");
    Ok(())
}

fn with(db: &mut Client) -> Result {
    let made = Id(Ulid::generate());

    let row = db.query_one("INSERT INTO item (name) VALUES ('a') RETURNING id, ulid_timestamp(id)", &[])?;
    let first: Id = row.get(0);
    is(row.get::<_, SystemTime>(1), first.0.datetime(), "default: RETURNING gives an Id, and it the time");

    db.execute("INSERT INTO item (id, name) VALUES ($1, 'b')", &[&made])?;
    let row = db.query_one("SELECT id, id::text FROM item WHERE id = $1", &[&made])?;
    is(row.get(0), made, "client");
    is(row.get(1), made.0.to_string(), "client: the same text");

    for id in [Ulid::nil(), Ulid::max(), Ulid::from_string("01arz3ndektsv4rrffq69g5fav")?] {
        let row = db.query_one("SELECT $1::ulid, $1::ulid::text", &[&Id(id)])?;
        is((row.get(0), row.get(1)), (Id(id), id.to_string()), "binary: all 128 bits");
    }
    let short = db.query_one("SELECT ''::bytea", &[])?;
    is(short.try_get::<_, Id>(0).is_err(), true, "binary: nothing but ulid is an Id");

    let ids = vec![first, made];
    let rows = db.query("SELECT name FROM item WHERE id = ANY ($1) ORDER BY name", &[&ids])?;
    is(rows.iter().map(|r| r.get(0)).collect(), vec!["a", "b"], "array: a parameter");
    let row = db.query_one("SELECT array_agg(id ORDER BY name) FROM item", &[])?;
    is(row.get(0), ids.clone(), "array: a result");

    db.execute("UPDATE item SET parent = $1 WHERE id = $2", &[&Some(first), &made])?;
    let rows = db.query("SELECT parent FROM item ORDER BY name", &[])?;
    is(rows.iter().map(|r| r.get(0)).collect(), vec![None, Some(first)], "null: a result");
    db.execute("UPDATE item SET parent = $1", &[&None::<Id>])?;
    is(db.query("SELECT FROM item WHERE parent IS NULL", &[])?.len(), 2, "null: a parameter");

    let mut tx = db.transaction()?;
    let error = tx.query("SELECT $1::text::ulid", &[&"01ARZ3NDEKTSV4RRFFQ69G5FA"]).unwrap_err();
    let error = error.as_db_error().expect("an error of the server");
    is(error.code().code(), "22P02", "error: SQLSTATE");
    is(error.message(), r#"invalid input syntax for type ulid: "01ARZ3NDEKTSV4RRFFQ69G5FA""#, "error: message");
    is(error.detail().is_some(), true, "error: detail");
    tx.rollback()?;
    is(db.query("SELECT FROM item", &[])?.len(), 2, "error: the connection goes on");

    let statement = db.prepare("SELECT id, name FROM item ORDER BY id")?;
    let types: Vec<Type> = statement.columns().iter().map(|c| c.type_().clone()).collect();
    let reader =
        BinaryCopyOutIter::new(db.copy_out("COPY (SELECT id, name FROM item ORDER BY name) TO STDOUT BINARY")?, &types);
    is(reader.map(|row| Ok(row.get(0))).collect::<Vec<Id>>()?, ids, "copy: out, binary");
    db.execute("DELETE FROM item", &[])?;
    let mut writer = BinaryCopyInWriter::new(db.copy_in("COPY item (id, name) FROM STDIN BINARY")?, &types);
    writer.write(&[&first, &"a"])?;
    writer.finish()?;
    let mut writer = db.copy_in("COPY item (id, name) FROM STDIN")?;
    writeln!(writer, "{}\tb", made.0)?;
    writer.finish()?;
    let mut text = String::new();
    db.copy_out("COPY (SELECT id FROM item ORDER BY name) TO STDOUT")?.read_to_string(&mut text)?;
    is(text, format!("{}\n{}\n", first.0, made.0), "copy: in, binary and text, and out, text");
    Ok(())
}
