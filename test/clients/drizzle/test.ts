// Drizzle over node-postgres, and drizzle-kit for the schema.
import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { arrayContains, DrizzleQueryError, eq, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { customType, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { decodeTime, isValid, ulid as make, ulidToUUID } from 'ulid'
import { ulid, ulidArray, ulidKey } from './ulid.js'

const thing = pgTable('thing', {
    id: ulidKey(),
    name: text(),
    parent: ulid().references((): AnyPgColumn => thing.id),
    others: ulid().array()
})

const url = process.env.DATABASE_URL!
const db = drizzle(url)
after(() => db.$client.end())
const migration = await generateMigration(generateDrizzleJson({}), generateDrizzleJson({ thing }))
for (const statement of migration) await db.execute(statement)

const time = new Date('2026-01-01T12:34:56.789Z')
const made = make(time.getTime())
const ones = '7' + 'Z'.repeat(25)
let id: string

test('default: RETURNING gives a string', async () => {
    const [row] = await db.insert(thing).values({ name: 'default' }).returning()
    id = row.id
    assert.ok(isValid(id))
})

test('default: the table', () => {
    for (const column of ['"id" "ulid" PRIMARY KEY DEFAULT gen_ulid() NOT NULL', '"parent" "ulid"', '"others" "ulid"[]'])
        assert.ok(migration[0].includes(`\t${column}`))
})

test('default: drizzle-kit pull finds the table again, but writes unknown and no default', () => {
    rmSync('out/pulled', { recursive: true, force: true })
    execFileSync('node_modules/.bin/drizzle-kit', ['pull', '--dialect=postgresql', `--url=${url}`, '--out=out/pulled'])
    const files = readdirSync('out/pulled').filter(x => /\.(sql|ts)$/.test(x))
    const pulled = files.map(x => readFileSync(`out/pulled/${x}`, 'utf8')).join()
    assert.ok(pulled.includes(migration[0].trim()))
    assert.ok(pulled.includes('id: unknown("id").primaryKey().notNull(),'))
    assert.ok(pulled.includes('others: unknown("others").array(),'))
})

test('client: an id of npm ulid', async () => {
    await db.insert(thing).values({ id: made, name: 'client', parent: id })
    const found = await db.select().from(thing).where(eq(thing.id, made))
    assert.deepEqual(found, [{ id: made, name: 'client', parent: id, others: null }])
    assert.deepEqual(await db.select({ id: thing.id }).from(thing).orderBy(thing.id), [{ id: made }, { id }])
})

test('client: its time', async () => {
    const found = await db
        .select({ name: thing.name, time: sql`ulid_timestamp(${thing.id})`.mapWith(x => new Date(x)) })
        .from(thing)
        .where(sql`${thing.id} <@ tstzrange(${time}, ${new Date(time.getTime() + 1)})`)
    assert.deepEqual(found, [{ name: 'client', time }])
    assert.equal(decodeTime(made), time.getTime())
})

test('text: all bits, lower case', async () => {
    for (const x of ['0'.repeat(26), made, ones]) {
        const [row] = await db.update(thing).set({ others: [x.toLowerCase()] }).where(eq(thing.id, made)).returning()
        assert.deepEqual(row.others, [x])
    }
})

test('binary: a Buffer in SQL, as in node-postgres', async () => {
    const bytes = Buffer.from(ulidToUUID(made).replaceAll('-', ''), 'hex')
    assert.deepEqual(await db.select({ id: thing.id }).from(thing).where(sql`${thing.id} = ${bytes}`), [{ id: made }])
    const short = db.execute(sql`SELECT ${bytes.subarray(1)}::ulid`)
    await assert.rejects(short, error => (error as any).cause.code === '08P01')
})

test('array: a parameter', async () => {
    const ids = [id, made]
    assert.equal(await db.$count(thing, inArray(thing.id, ids)), 2)
    assert.equal(await db.$count(thing, sql`${thing.id} = ANY (${sql.param(ids)})`), 2)
    await assert.rejects(async () => db.$count(thing, sql`${thing.id} = ANY (${ids})`)) // becomes ($1, $2)
})

test('array: a result', async () => {
    await db.update(thing).set({ others: [id, null!, made] }).where(eq(thing.id, made))
    const [row] = await db.select().from(thing).where(arrayContains(thing.others, [id]))
    assert.deepEqual(row.others, [id, null, made])
    const bare = pgTable('thing', { others: customType<{ data: string }>({ dataType: () => 'ulid' })().array() })
    assert.deepEqual((await db.select().from(bare).orderBy(thing.id))[0].others, [id, 'NULL', made])
    const all = sql`array_agg(${thing.parent} ORDER BY ${thing.id})`
    assert.deepEqual(await db.select({ all }).from(thing), [{ all: `{${id},NULL}` }])
    assert.deepEqual(await db.select({ all: all.mapWith(ulidArray) }).from(thing), [{ all: [id, null] }])
})

test('null: in and out', async () => {
    const [row] = await db.update(thing).set({ parent: null, others: null }).where(eq(thing.id, made)).returning()
    assert.deepEqual(row, { id: made, name: 'client', parent: null, others: null })
})

test('error: SQLSTATE, message, detail in the cause; the connection goes on', async () => {
    const bad = made.slice(1)
    await assert.rejects(db.transaction(tx => tx.select().from(thing).where(eq(thing.id, bad))), error => {
        assert.ok(error instanceof DrizzleQueryError)
        const { code, message, detail } = error.cause as Error & { code: string; detail: string }
        assert.equal(code, '22P02')
        assert.equal(message, `invalid input syntax for type ulid: "${bad}"`)
        assert.equal(detail, 'The length is 25 characters, and must be 26, or 36 for the text of a uuid.')
        return true
    })
    assert.equal(await db.$count(thing, eq(thing.id, made)), 1)
})

test('copy', { skip: 'Drizzle has no COPY' }, () => {})
