// TypeORM over node-postgres, with its recipe for arrays.
import { strict as assert } from 'node:assert'
import { after, test } from 'node:test'
import { Any, DataSource, Entity, In, ManyToOne, Column, QueryFailedError, Raw, type Relation } from 'typeorm'
import { decodeTime, isValid, ulid, ulidToUUID } from 'ulid'
import { knowUlid, UlidColumn, UlidKey } from './ulid.js'
import { ulids } from './ulids.mjs'

@Entity()
class Thing {
    @UlidKey() id!: string
    @Column('text') name!: string
    @ManyToOne(() => Thing) parent?: Relation<Thing> | null
    @UlidColumn({ nullable: true }) other?: string | null
    @UlidColumn({ array: true, default: '{}' }) others!: (string | null)[]
}

const options = { type: 'postgres' as const, url: process.env.DATABASE_URL, entities: [Thing] }
const plain = new DataSource({ ...options, entities: [] })
const source = knowUlid(new DataSource({ ...options, synchronize: true, extra: { onConnect: ulids } }))
await plain.initialize()
await source.initialize()
after(() => Promise.all([plain.destroy(), source.destroy()]))

const things = source.getRepository(Thing)
const time = new Date('2026-01-01T12:34:56.789Z')
const made = ulid(time.getTime())
let thing: Thing

test('default: the entity has its id after saving', async () => {
    thing = await things.save({ name: 'default', others: [] })
    assert.ok(isValid(thing.id))
    assert.deepEqual((await things.findOneBy({ id: thing.id }))?.name, 'default')
})

test('default: the table', async () => {
    const columns = await source.query(`
        SELECT attname AS name, format_type(atttypid, atttypmod) AS type, pg_get_expr(adbin, adrelid) AS default
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = 'thing'::regclass AND attnum > 0 AND atttypid <> 'text'::regtype ORDER BY attname`)
    assert.deepEqual(columns, [
        { name: 'id', type: 'ulid', default: 'gen_ulid()' },
        { name: 'other', type: 'ulid', default: null },
        { name: 'others', type: 'ulid[]', default: `'{}'::ulid[]` },
        { name: 'parentId', type: 'ulid', default: null }
    ])
    assert.deepEqual((await source.driver.createSchemaBuilder().log()).upQueries, []) // nothing left to migrate
})

test('client: an id of npm ulid', async () => {
    await things.insert({ id: made, name: 'client', parent: thing, others: [] })
    const found = await things.findOneOrFail({ where: { id: made }, relations: { parent: true } })
    assert.equal(found.id, made)
    assert.equal(found.parent?.id, thing.id)
    assert.deepEqual((await things.find({ order: { id: 'ASC' } })).map(x => x.id), [made, thing.id])
})

test('client: its time', async () => {
    const made_in = Raw(id => `${id} <@ tstzrange(:from, :to)`, { from: time, to: new Date(time.getTime() + 1) })
    assert.deepEqual((await things.findBy({ id: made_in })).map(x => x.name), ['client'])
    assert.equal(decodeTime(made), time.getTime())
})

test('text: all bits, lower case', async () => {
    for (const x of ['0'.repeat(26), made, '7' + 'Z'.repeat(25)]) {
        const { id } = await things.save({ name: 'text', other: x.toLowerCase(), others: [] })
        assert.equal((await things.findOneByOrFail({ id })).other, x)
    }
})

test('binary: a Buffer in SQL, as in node-postgres', async () => {
    const bytes = Buffer.from(ulidToUUID(made).replaceAll('-', ''), 'hex')
    assert.deepEqual(await source.query('SELECT id FROM thing WHERE id = $1', [bytes]), [{ id: made }])
    await assert.rejects(source.query('SELECT $1::ulid', [bytes.subarray(1)]), { code: '08P01' })
})

test('array: In, Any', async () => {
    assert.equal(await things.countBy({ id: In([thing.id, made]) }), 2)
    assert.equal(await things.countBy({ id: Any([thing.id, made]) }), 2)
})

test('array: a column', async () => {
    await things.update(made, { others: [thing.id, null] })
    assert.deepEqual((await things.findOneByOrFail({ id: made })).others, [thing.id, null])
    assert.equal((await plain.query('SELECT others FROM thing WHERE id = $1', [made]))[0].others, `{${thing.id},NULL}`)
})

test('null: in and out', async () => {
    await things.update(made, { parent: null, other: null })
    const found = await things.findOneOrFail({ where: { id: made }, relations: { parent: true } })
    assert.equal(found.parent, null)
    assert.equal(found.other, null)
})

test('error: SQLSTATE, message, detail; the connection goes on', async () => {
    const bad = made.slice(1)
    await assert.rejects(source.transaction(db => db.findOneBy(Thing, { id: bad })), error => {
        assert.ok(error instanceof QueryFailedError)
        assert.equal(error.driverError.code, '22P02')
        assert.equal(error.message, `invalid input syntax for type ulid: "${bad}"`)
        assert.equal(error.driverError.detail, 'The length is 25 characters, and must be 26, or 36 for the text of a uuid.')
        return true
    })
    assert.equal((await things.findOneBy({ id: made }))?.name, 'client')
})

test('error: a type that TypeORM does not know', async () => {
    await assert.rejects(new DataSource(options).initialize(), { name: 'DataTypeNotSupportedError' })
})

test('copy', { skip: 'TypeORM has no COPY' }, () => {})
