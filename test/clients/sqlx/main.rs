// Rust's sqlx: parameters have the type of the Rust side, results are binary. DATABASE_URL is there when this is
// compiled, for query!.
mod id;

use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::TryStreamExt;
use id::Id;
use sqlx::postgres::{PgConnection, PgDatabaseError, PgValueFormat};
use sqlx::{Connection, Row, query, query_scalar, raw_sql};
use ulid::Ulid;

static COUNT: AtomicUsize = AtomicUsize::new(1); // with that of the script `test`

fn is<T: PartialEq + Debug>(got: T, expected: T, name: &str) {
    COUNT.fetch_add(1, Ordering::Relaxed);
    println!("{}ok - {name}", if got == expected { "" } else { "not " });
    if got != expected {
        println!("# got {got:?}\n# expected {expected:?}");
    }
}

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result {
    let mut db = PgConnection::connect(&std::env::var("DATABASE_URL")?).await?;
    without(&mut db).await?;
    query("TRUNCATE item").execute(&mut db).await?;
    with(&mut db).await?;
    println!("1..{}", COUNT.load(Ordering::Relaxed));
    Ok(())
}

// As it is: a string, with casts.
async fn without(db: &mut PgConnection) -> Result {
    let text = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    query("INSERT INTO item (id, name) VALUES ($1, 'a')").bind(text).execute(&mut *db).await?;
    let error = query("SELECT FROM item WHERE id = $1").bind(text).fetch_one(&mut *db).await.unwrap_err();
    let error = error.into_database_error().expect("an error of the server");
    is(error.message(), "operator does not exist: ulid = text", "text: a string needs a cast to be compared");
    let row = query("SELECT id FROM item WHERE id = $1::ulid").bind(text).fetch_one(&mut *db).await?;
    let error = "`alloc::string::String` (as SQL type `TEXT`) is not compatible with SQL type `ulid`";
    is(row.try_get::<String, _>(0).unwrap_err().to_string().contains(error), true, "text: and to be read");
    let row = query("SELECT id::text FROM item WHERE id = $1::ulid").bind(text).fetch_one(&mut *db).await?;
    is(row.get(0), text, "text: with casts");
    let rows = query("SELECT FROM item WHERE id = ANY ($1::ulid[])").bind([text]).fetch_all(&mut *db).await?;
    is(rows.len(), 1, "array: of strings, with a cast");
    Ok(())
}

async fn with(db: &mut PgConnection) -> Result {
    let made = Id(Ulid::generate());

    let row = query(
        "INSERT INTO item (name) VALUES ('a') RETURNING id, (extract(epoch FROM ulid_timestamp(id)) * 1000)::bigint",
    );
    let row = row.fetch_one(&mut *db).await?;
    let first: Id = row.get(0);
    is(row.get::<i64, _>(1), first.0.timestamp_ms() as i64, "default: RETURNING gives an Id, and it the time");

    query("INSERT INTO item (id, name) VALUES ($1, 'b')").bind(made).execute(&mut *db).await?;
    let row = query("SELECT id, id::text FROM item WHERE id = $1").bind(made).fetch_one(&mut *db).await?;
    is(row.get(0), made, "client");
    is(row.get(1), made.0.to_string(), "client: the same text");
    is(row.try_get_raw(0)?.format(), PgValueFormat::Binary, "binary: a result");

    for id in [Ulid::nil(), Ulid::max(), Ulid::from_string("01arz3ndektsv4rrffq69g5fav")?] {
        let row = query("SELECT $1, $1::text").bind(Id(id)).fetch_one(&mut *db).await?;
        is((row.get(0), row.get(1)), (Id(id), id.to_string()), "binary: all 128 bits");
    }
    let row = query("SELECT gen_random_uuid()").fetch_one(&mut *db).await?;
    is(row.try_get::<Id, _>(0).is_err(), true, "binary: nothing but ulid is an Id");
    let row = raw_sql("SELECT '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid").fetch_one(&mut *db).await?;
    is(row.try_get_raw(0)?.format(), PgValueFormat::Text, "text: a result of raw_sql");
    is(row.get(0), Id(Ulid::max()), "text: read by the same type");

    // Checked against the database by the compiler. No annotation of the type is needed.
    let row = sqlx::query!("SELECT id, parent FROM item WHERE id = $1", made).fetch_one(&mut *db).await?;
    is((row.id, row.parent), (made, None), "client: query!");

    let ids = vec![first, made];
    let names =
        query_scalar("SELECT name FROM item WHERE id = ANY ($1) ORDER BY name").bind(&ids).fetch_all(&mut *db).await?;
    is(names, vec!["a".to_string(), "b".into()], "array: a parameter");
    let got = query_scalar("SELECT array_agg(id ORDER BY name) FROM item").fetch_one(&mut *db).await?;
    is(ids.clone(), got, "array: a result");
    let got =
        sqlx::query_scalar!("SELECT id FROM item WHERE id = ANY ($1) ORDER BY name", &ids).fetch_all(&mut *db).await?;
    is(ids.clone(), got, "array: query!");

    query("UPDATE item SET parent = $1 WHERE id = $2").bind(Some(first)).bind(made).execute(&mut *db).await?;
    let got: Vec<Option<Id>> = query_scalar("SELECT parent FROM item ORDER BY name").fetch_all(&mut *db).await?;
    is(got, vec![None, Some(first)], "null: a result");
    query("UPDATE item SET parent = $1").bind(None::<Id>).execute(&mut *db).await?;
    is(query("SELECT FROM item WHERE parent IS NULL").fetch_all(&mut *db).await?.len(), 2, "null: a parameter");

    let mut tx = db.begin().await?;
    let bad = "01ARZ3NDEKTSV4RRFFQ69G5FA";
    let error = query("INSERT INTO item (id) VALUES ($1)").bind(bad).execute(&mut *tx).await.unwrap_err();
    let error = error.into_database_error().expect("an error of the server").downcast::<PgDatabaseError>();
    is(error.code(), "22P02", "error: SQLSTATE");
    is(error.message(), r#"invalid input syntax for type ulid: "01ARZ3NDEKTSV4RRFFQ69G5FA""#, "error: message");
    is(error.detail().is_some(), true, "error: detail");
    tx.rollback().await?;
    is(query("SELECT FROM item").fetch_all(&mut *db).await?.len(), 2, "error: the connection goes on");

    let mut copy = db.copy_in_raw("COPY item (id, name) FROM STDIN").await?;
    copy.send(b"01ARZ3NDEKTSV4RRFFQ69G5FAW\tc\n".as_slice()).await?;
    is(copy.finish().await?, 1, "copy: in, as text");
    let out: Vec<_> =
        db.copy_out_raw("COPY (SELECT id FROM item WHERE name = 'c') TO STDOUT").await?.try_collect().await?;
    is(out.concat().as_slice(), b"01ARZ3NDEKTSV4RRFFQ69G5FAW\n", "copy: out, as text");
    Ok(())
}
