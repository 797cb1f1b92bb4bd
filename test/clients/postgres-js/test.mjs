import { strict as assert } from 'node:assert'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import postgres from 'postgres'
import { decodeTime, isValid, ulid } from 'ulid'
import { ulids } from './ulids.mjs'

const plain = postgres()
const sql = await ulids(postgres({ max: 2 }))
after(() => Promise.all([plain.end(), sql.end()]))

const time = new Date('2026-01-01T12:34:56.789Z')
const made = ulid(time.getTime())
let id

test('default: RETURNING gives a string', async () => {
    const [row] = await sql`INSERT INTO item ${sql({ name: 'default' })} RETURNING id`
    id = row.id
    assert.ok(isValid(id))
})

test('client: an id of npm ulid', async () => {
    await sql`INSERT INTO item ${sql({ id: made, name: 'client' })}`
    assert.deepEqual([...(await sql`SELECT id, name FROM item WHERE id = ${made}`)], [{ id: made, name: 'client' }])
})

test('client: its time; a Date is a timestamptz', async () => {
    const [row] = await sql`SELECT ulid_timestamp(id) AS time FROM item WHERE id >= ${time} ORDER BY id LIMIT 1`
    assert.deepEqual(row.time, time)
    assert.equal(decodeTime(made), time.getTime())
    assert.equal((await sql`SELECT FROM item WHERE id < ${time}`).count, 0)
})

test('text: all bits, lower case', async () => {
    for (const x of ['0'.repeat(26), made, '7' + 'Z'.repeat(25)])
        assert.deepEqual((await sql`SELECT ${x}::ulid, ${x.toLowerCase()}::ulid`.values())[0], [x, x])
})

test('binary', { skip: 'postgres.js has the text form only' }, () => {})

test('array: = ANY, IN', async () => {
    const ids = [id, made]
    assert.equal((await sql`SELECT FROM item WHERE id = ANY (${ids})`).count, 2)
    assert.equal((await sql`SELECT FROM item WHERE id = ANY (${[]})`).count, 0)
    assert.equal((await sql`SELECT FROM item WHERE id IN ${sql(ids)}`).count, 2)
    await assert.rejects(sql`SELECT FROM item WHERE id = ANY (${sql.array(ids)})`, { code: '42883' })
    assert.equal((await sql`SELECT FROM item WHERE id = ANY (${sql.array(ids)}::ulid[])`).count, 2)
})

test('array: a result', async () => {
    const query = db => db`SELECT ARRAY[${id}, NULL, ${made}]::ulid[] AS flat, ARRAY[ARRAY[NULL, ${id}]]::ulid[] AS deep`
    assert.deepEqual((await query(plain))[0], { flat: [id, 'NULL', made], deep: [['NULL', id]] })
    for (const [row] of await Promise.all([query(sql), query(sql), query(sql)])) // on both connections
        assert.deepEqual(row, { flat: [id, null, made], deep: [[null, id]] })
})

test('null: in and out', async () => {
    assert.equal((await sql`INSERT INTO item (parent) VALUES (${null}) RETURNING parent`)[0].parent, null)
})

test('error: SQLSTATE, message, detail; the connection goes on', async () => {
    const db = await sql.reserve()
    await db`BEGIN`
    await assert.rejects(db`SELECT * FROM item WHERE id = ${made.slice(1)}`, {
        code: '22P02',
        message: `invalid input syntax for type ulid: "${made.slice(1)}"`,
        detail: 'The length is 25 characters, and must be 26, or 36 for the text of a uuid.'
    })
    await db`ROLLBACK`
    assert.equal((await db`SELECT name FROM item WHERE id = ${made}`)[0].name, 'client')
    db.release()
})

test('error: a Buffer is a bytea, and needs a cast', async () => {
    await assert.rejects(sql`SELECT FROM item WHERE id = ${Buffer.alloc(16)}`, { code: '42883' })
    assert.equal((await sql`SELECT ${Buffer.alloc(16)}::bytea::ulid AS id`)[0].id, '0'.repeat(26))
})

test('copy: in and out, as text and binary', async () => {
    for (const format of ['text', 'binary']) {
        const query = `COPY (SELECT id, parent, name FROM item ORDER BY id) TO STDOUT (FORMAT ${format})`
        const out = () => sql.unsafe(query).readable()
        const rows = await buffer(await out())
        assert.ok(rows.includes('client') && rows.includes(made) == (format == 'text'))
        await sql`TRUNCATE item`
        await pipeline([rows], await sql.unsafe(`COPY item FROM STDIN (FORMAT ${format})`).writable())
        assert.deepEqual(await buffer(await out()), rows)
    }
})
