import { randomUUID } from 'node:crypto'
import type { PostgrestError } from '@supabase/supabase-js'
import type { Role, Verb } from '../permission-matrix.ts'
import { calls } from './calls.ts'
import type { Cast } from './cast.ts'
import { type Trial, trials } from './trials.ts'

/** Proven by an effect, or refused; anything else says that the trial itself is wrong. */
export type Outcome = 'allowed' | 'denied' | `broken: ${string}`

type Row = Record<string, unknown>

const refusedBy = (error: PostgrestError, refusals: string[] = []): Outcome =>
  ['42501', ...refusals].some((refusal) => refusal === error.code || refusal === error.hint)
    ? 'denied'
    : `broken: ${error.code} ${error.message}`

/** What a role's verb on a table does to a row of self's, which is there again afterwards. */
export async function tryTable(cast: Cast, table: string, role: Role, verb: Verb): Promise<Outcome> {
  const trial = trials[table]?.(cast, role)
  if (trial === undefined) return 'broken: nobody says how to try it'
  const rows = new Rows(cast, table, trial)
  await rows.restore()
  const attempt = { select, insert, update, delete: remove }[verb]
  const outcome = await attempt(cast, table, role, trial, rows)
  await (trial.passes === undefined ? rows.restore() : rows.remove())
  return outcome
}

type Attempt = (cast: Cast, table: string, role: Role, trial: Trial, rows: Rows) => Promise<Outcome>

const select: Attempt = async ({ people }, table, role, { key, refusals }, rows) => {
  const { data, error } = await people[role].client.from(table).select(key.join()).match(rows.key)
  if (error) return refusedBy(error, refusals)
  return data.length > 0 ? 'allowed' : 'denied'
}

const insert: Attempt = async ({ people }, table, role, trial, rows) => {
  // A row whose key is an id gets another one; of a natural key there is one row, which goes before
  const fresh =
    trial.key.length === 1 && trial.key[0] === 'id' && UUID.test(String(trial.row['id']))
      ? randomUUID()
      : undefined
  const row = fresh === undefined ? trial.row : { ...trial.row, id: fresh }
  if (fresh === undefined && trial.stands === undefined) await rows.remove()
  const { error } = await people[role].client.from(table).insert(row)
  const made = fresh === undefined ? rows : new Rows(rows.cast, table, { ...trial, row })
  if (error) return refusedBy(error, trial.refusals)
  if (!(await made.isThere())) return 'broken: it was taken and is not there'
  if (trial.stands === undefined) await made.remove()
  return 'allowed'
}

const update: Attempt = async ({ people }, table, role, { change, refusals }, rows) => {
  const before = await rows.read()
  const { error } = await people[role].client.from(table).update(change).match(rows.key)
  const after = await rows.read()
  if (
    Object.keys(change).some((column) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]))
  ) {
    await rows.putBack(before ?? {})
    return 'allowed'
  }
  return error ? refusedBy(error, refusals) : 'denied'
}

const remove: Attempt = async ({ people }, table, role, { refusals }, rows) => {
  const { error } = await people[role].client.from(table).delete().match(rows.key)
  if (!(await rows.isThere())) return 'allowed'
  return error ? refusedBy(error, refusals) : 'denied'
}

/** What a role's call of a function does. */
export async function tryFunction(cast: Cast, name: string, role: Role): Promise<Outcome> {
  const call = calls[name]
  if (call === undefined) return 'broken: nobody says how to try it'
  const caller = cast.people[role]
  for (;;) {
    const given = (await call.given?.(cast, caller)) ?? {}
    const { data, error } = await caller.client.rpc(name, given)
    if (error) return refusedBy(error, call.refusals)
    // What others do on the shared database may hold a pull back for a moment
    if (call.isHeldBack?.(data) !== true) return (await call.does(data, cast, caller)) ? 'allowed' : 'denied'
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A trial's row as the database's owner sees it. */
class Rows {
  readonly cast: Cast
  readonly #table: string
  readonly #trial: Trial
  constructor(cast: Cast, table: string, trial: Trial) {
    this.cast = cast
    this.#table = table
    this.#trial = trial
  }

  get key(): Row {
    return Object.fromEntries(this.#trial.key.map((column) => [column, this.#trial.row[column]]))
  }

  async read(): Promise<Row | undefined> {
    const [found] = await this.cast.sql.rows(
      `select to_jsonb(t) as row from public.${this.#table} as t where to_jsonb(t) @> $1`,
      [JSON.stringify(this.key)],
    )
    return found === undefined ? undefined : Object.fromEntries(Object.entries(Object(found['row'])))
  }

  async isThere(): Promise<boolean> {
    return (await this.read()) !== undefined
  }

  async remove(): Promise<void> {
    await this.cast.sql.rows(`delete from public.${this.#table} as t where to_jsonb(t) @> $1`, [
      JSON.stringify(this.key),
    ])
  }

  async restore(): Promise<void> {
    if (this.#trial.stands !== undefined || (await this.isThere())) return
    const columns = Object.keys(this.#trial.row).join()
    await this.cast.sql.rows(
      `insert into public.${this.#table} (${columns}) select ${columns} from jsonb_populate_record(null::public.${this.#table}, $1)`,
      [JSON.stringify(this.#trial.row)],
    )
  }

  /** Makes the row what it was before a change. */
  async putBack(before: Row): Promise<void> {
    if (this.#trial.stands === undefined) return this.remove()
    const columns = Object.keys(this.#trial.change)
    await this.cast.sql.rows(
      `update public.${this.#table} as t set ${columns.map((column) => `${column} = was.${column}`).join()}
       from jsonb_populate_record(null::public.${this.#table}, $2) as was where to_jsonb(t) @> $1`,
      [JSON.stringify(this.key), JSON.stringify(before)],
    )
  }
}
