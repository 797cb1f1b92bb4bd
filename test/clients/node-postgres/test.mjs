import { strict as assert } from 'node:assert'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { decodeTime, isValid, ulid, ulidToUUID } from 'ulid'
import { ulids } from './ulids.mjs'

const plain = new pg.Client()
const pool = new pg.Pool({ onConnect: ulids })
await plain.connect()
after(() => Promise.all([plain.end(), pool.end()]))

const one = async (db, query, ...values) => (await db.query({ text: query, values, rowMode: 'array' })).rows[0]?.[0]
const bytes = id => Buffer.from(ulidToUUID(id).replaceAll('-', ''), 'hex')
const time = new Date('2026-01-01T12:34:56.789Z')
const made = ulid(time.getTime())
const nil = '0'.repeat(26)
const ones = '7' + 'Z'.repeat(25)
let id

test('default: RETURNING gives a string', async () => {
    id = await one(pool, `INSERT INTO item (name) VALUES ('default') RETURNING id`)
    assert.ok(isValid(id))
})

test('client: an id of npm ulid', async () => {
    assert.equal(await one(pool, `INSERT INTO item VALUES ($1, NULL, 'client') RETURNING id`, made), made)
    assert.equal(await one(pool, 'SELECT name FROM item WHERE id = $1', made), 'client')
})

test('client: its time', async () => {
    assert.deepEqual(await one(pool, 'SELECT ulid_timestamp($1)', made), time)
    assert.equal(decodeTime(made), time.getTime())
    const query = `SELECT string_agg(name, ',') FROM item WHERE id <@ tstzrange($1, $1, '[]')`
    assert.equal(await one(pool, query, time), 'client')
})

test('text: all bits, lower case', async () => {
    for (const x of [nil, made, ones]) {
        assert.equal(await one(pool, 'SELECT $1::ulid', x), x)
        assert.equal(await one(pool, 'SELECT $1::ulid', x.toLowerCase()), x)
    }
})

test('binary: a Buffer of 16 bytes is a parameter', async () => {
    for (const x of [nil, made, ones]) assert.equal(await one(pool, 'SELECT $1::ulid', bytes(x)), x)
    assert.equal(await one(pool, 'SELECT name FROM item WHERE id = $1', bytes(made)), 'client')
    await assert.rejects(one(pool, 'SELECT $1::ulid', Buffer.alloc(15)), { code: '08P01' })
})

test('binary: a result in binary form loses its upper bytes, as bytea it does not', async () => {
    const [got] = (await pool.query({ text: 'SELECT $1::ulid AS id', values: [ones], binary: true })).rows
    assert.equal(got.id, '\ufffd'.repeat(16))
    assert.deepEqual(await one(pool, 'SELECT $1::ulid::bytea', ones), bytes(ones))
})

test('array: = ANY ($1)', async () => {
    assert.equal(await one(pool, 'SELECT count(*)::int FROM item WHERE id = ANY ($1)', [id, made, null]), 2)
})

test('array: a result', async () => {
    const query = 'SELECT ARRAY[$1, NULL, $2]::ulid[]'
    assert.equal(await one(plain, query, id, made), `{${id},NULL,${made}}`)
    assert.deepEqual(await one(pool, query, id, made), [id, null, made])
    assert.deepEqual(await one(pool, 'SELECT array_agg(id) FROM item WHERE false'), null)
})

test('null: in and out', async () => {
    assert.equal(await one(pool, 'INSERT INTO item (parent) VALUES ($1) RETURNING parent', null), null)
})

test('error: SQLSTATE, message, detail; the connection goes on', async () => {
    await plain.query('BEGIN')
    await assert.rejects(one(plain, 'SELECT * FROM item WHERE id = $1', made.slice(1)), {
        code: '22P02',
        message: `invalid input syntax for type ulid: "${made.slice(1)}"`,
        detail: 'The length is 25 characters, and must be 26, or 36 for the text of a uuid.'
    })
    await plain.query('ROLLBACK')
    assert.equal(await one(plain, 'SELECT name FROM item WHERE id = $1', made), 'client')
})

test('error: what npm ulid takes and the type does not', async () => {
    const tooGreat = '8' + 'Z'.repeat(25)
    assert.ok(isValid(tooGreat))
    await assert.rejects(one(pool, 'SELECT $1::ulid', tooGreat), { code: '22P02' })
})

test('error: a Date needs a cast', async () => {
    const query = 'SELECT count(*) > 0 FROM item WHERE id >= $1'
    await assert.rejects(one(pool, query, new Date(0)), { code: '22P02' })
    assert.equal(await one(pool, query + '::timestamptz', new Date(0)), true)
})

test('copy: in and out, as text and binary', async () => {
    for (const format of ['text', 'binary']) {
        const query = `COPY (SELECT id, parent, name FROM item ORDER BY id) TO STDOUT (FORMAT ${format})`
        const rows = await buffer(plain.query(to(query)))
        assert.ok(rows.includes(format == 'text' ? made : bytes(made)))
        await plain.query('TRUNCATE item')
        await pipeline([rows], plain.query(from(`COPY item FROM STDIN (FORMAT ${format})`)))
        assert.deepEqual(await buffer(plain.query(to(query))), rows)
    }
})
