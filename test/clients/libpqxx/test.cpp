// C++'s libpqxx: parameters and results are text, of the type that the server says.
#include "ulid.hpp"

#include <iostream>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

int count = 0;

void ok(bool passed, const std::string &name) {
    std::cout << (passed ? "ok " : "not ok ") << ++count << " - " << name << '\n';
}

template <typename T>
void is(const T &got, const T &expected, const std::string &name) {
    ok(got == expected, name);
    if (!(got == expected))
        std::cout << "# got " << pqxx::to_string(got) << ", expected " << pqxx::to_string(expected) << '\n';
}

template <typename... Args>
pqxx::result run(pqxx::transaction_base &tx, const char *sql, const Args &...args) {
#if PQXX_VERSION_MAJOR < 7
    return tx.exec_params(sql, args...);
#else
    return tx.exec(sql, pqxx::params{args...});
#endif
}

// A parameter in binary form.
auto binary(const std::string &bytes) {
#if PQXX_VERSION_MAJOR < 7
    return pqxx::binarystring(bytes);
#else
    auto begin = reinterpret_cast<const std::byte *>(bytes.data());
    return pqxx::bytes(begin, begin + bytes.size());
#endif
}

// As it is: strings.
void without(pqxx::work &tx) {
    const std::string made = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    const std::string bytes = "\x01\x56\x3e\x3a\xb5\xd3\xd6\x76\x4c\x61\xef\xb9\x93\x02\xbd\x5b";

    auto id = run(tx, "INSERT INTO item (name) VALUES ('a') RETURNING id")[0][0].as<std::string>();
    is<std::size_t>(id.size(), 26, "default: RETURNING gives a string");
    run(tx, "INSERT INTO item (id, name) VALUES ($1, 'b')", made);
    is<std::string>(run(tx, "SELECT name FROM item WHERE id = $1", made)[0][0].c_str(), "b",
                    "text: a parameter");
    is<std::string>(run(tx, "SELECT id FROM item WHERE name = 'b'")[0][0].c_str(), made, "text: a result");
    is<std::string>(run(tx, "SELECT name FROM item WHERE id = $1", binary(bytes))[0][0].c_str(), "b",
                    "binary: a parameter of bytes");
    is<std::string>(run(tx, "SELECT id::bytea FROM item WHERE name = 'b'")[0][0].c_str(),
                    "\\x01563e3ab5d3d6764c61efb99302bd5b", "binary: a result as bytea");
    is<int>(run(tx, "SELECT FROM item WHERE id = ANY ($1)", "{" + id + "," + made + "}").size(), 2,
            "array: a parameter, as its literal");
}

void with(pqxx::work &tx, const Ulid &made) {
    auto rows = run(tx,
                    "INSERT INTO item (name) VALUES ('a') RETURNING id, (extract(epoch FROM "
                    "ulid_timestamp(id)) * 1000)::bigint");
    auto first = rows[0][0].as<Ulid>();
    is(rows[0][1].as<std::int64_t>(), first.milliseconds(),
       "default: RETURNING gives a Ulid, and it the time");

    run(tx, "INSERT INTO item (id, name) VALUES ($1, 'b')", made);
    is(run(tx, "SELECT id FROM item WHERE id = $1", made)[0][0].as<Ulid>(), made, "client");

    Ulid all;
    all.value = ~all.value;
    for (auto id : {Ulid(), all, Ulid("01arz3ndektsv4rrffq69g5fav")}) {
        rows = run(tx, "SELECT $1::ulid, $1::ulid::bytea::text", id);
        is(rows[0][0].as<Ulid>(), id, "text: all 128 bits of " + id.text());
    }
    is<std::string>(rows[0][1].c_str(), "\\x01563e3ab5d3d6764c61efb99302bd5b", "text: in lower case");
    for (auto bad : {"", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
                     "81ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAU"}) {
        try {
            Ulid{bad};
            ok(false, std::string("error: not a ulid: ") + bad);
        } catch (const pqxx::conversion_error &e) {
            is<std::string>(e.what(), std::string("not a ulid: ") + bad, "error: a bad string");
        }
    }

    std::vector<Ulid> ids;
    rows = run(tx, "SELECT array_agg(id ORDER BY name) FROM item");
    pqxx::array_parser parser(rows[0][0].c_str());
    for (auto item = parser.get_next(); item.first != pqxx::array_parser::juncture::done;
         item = parser.get_next())
        if (item.first == pqxx::array_parser::juncture::string_value) ids.emplace_back(item.second);
    ok(ids == std::vector<Ulid>{first, made}, "array: a result");

    run(tx, "UPDATE item SET parent = $1 WHERE name = 'a'", std::optional<Ulid>(made));
    run(tx, "UPDATE item SET parent = $1 WHERE name = 'b'", std::optional<Ulid>());
    rows = run(tx, "SELECT parent FROM item ORDER BY name");
    ok(rows[0][0].as<std::optional<Ulid>>() == made, "null: a value, in and out");
    ok(rows[1][0].as<std::optional<Ulid>>() == std::nullopt, "null: NULL, in and out");
    try {
        ok(rows[1][0].as<Ulid>() < Ulid(), "null: is no Ulid");
    } catch (const pqxx::conversion_error &) {
        ok(true, "null: is no Ulid");
    }
}

void copy(pqxx::work &tx, const Ulid &made) {
    using row = std::tuple<Ulid, std::string>;
#if PQXX_VERSION_MAJOR < 7
    pqxx::stream_to in(tx, "item", std::vector<std::string>{"id", "name"});
#else
    auto in = pqxx::stream_to::table(tx, {"item"}, {"id", "name"});
#endif
    in << row(made, "c");
    in.complete();
    is<std::string>(run(tx, "SELECT name FROM item WHERE id = $1", made)[0][0].c_str(), "c",
                    "copy: in, as text");
#if PQXX_VERSION_MAJOR < 7
    pqxx::stream_from out(tx, "item", std::vector<std::string>{"id", "name"});
    std::string line;  // and no tuple: for that, 6 reads a flag that it has not set
    out.get_raw_line(line);
    is(Ulid(line.substr(0, 26)), made, "copy: out, as text");
#else
    auto out = pqxx::stream_from::table(tx, {"item"}, {"id", "name"});
    row got;
    out >> got;
    is(std::get<0>(got), made, "copy: out, as text");
#endif
}

void error(pqxx::connection &db) {
    try {
        pqxx::work tx(db);
        run(tx, "INSERT INTO item (id) VALUES ($1)", "01ARZ3NDEKTSV4RRFFQ69G5FA");
        ok(false, "error: raised");
    } catch (const pqxx::sql_error &e) {
        is(std::string(e.sqlstate()), std::string("22P02"), "error: SQLSTATE");
        const std::string what = e.what();
        ok(what.find(
               "ERROR:  invalid input syntax for type ulid: \"01ARZ3NDEKTSV4RRFFQ69G5FA\"\nDETAIL:  ") == 0,
           "error: message and detail");
    }
    pqxx::work tx(db);
    is(run(tx, "SELECT 1")[0][0].as<int>(), 1, "error: the connection goes on");
}

int main() {
    std::cout << "# libpqxx " << PQXX_VERSION << '\n';
    std::cout << std::unitbuf;
    pqxx::connection db(std::getenv("DATABASE_URL"));
    std::random_device random;
    Ulid made("01M8PCCCHTSTB8BTPYK1S72VQY");
    made.value ^= random();

    pqxx::work first(db);
    without(first);
    first.abort();
    pqxx::work second(db);
    with(second, made);
    second.abort();
    pqxx::work third(db);
    copy(third, made);
    third.abort();
    error(db);
    std::cout << "1.." << count << '\n';
}
