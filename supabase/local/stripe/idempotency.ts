import * as v from 'valibot'
import type { Answer } from './context.ts'
import { StripeRefusal } from './errors.ts'
import type { Database } from './store.ts'

export type Claim = {
  /** What the first request with this key was answered. */
  answered?: Answer
}

const Row = v.object({
  path: v.string(),
  parameters: v.string(),
  answer: v.nullable(v.object({ status: v.number(), body: v.record(v.string(), v.unknown()) })),
})
const KEPT_FOR = "interval '24 hours'"

/** Remembers what each key was answered, for a day. */
export async function openIdempotency(database: Database) {
  // What was under way when the last process ended was undone with it.
  await database.query('delete from stripe_stand_in.idempotency_keys where answer is null')
  return {
    /** Claims a key for one request; throws when it is another's or under way. */
    async claim(key: string, path: string, parameters: string): Promise<Claim> {
      await database.query(
        `delete from stripe_stand_in.idempotency_keys where created_at < now() - ${KEPT_FOR}`,
      )
      const claimed = await database.query(
        'insert into stripe_stand_in.idempotency_keys (key, path, parameters) values ($1, $2, $3) on conflict do nothing returning key',
        [key, path, parameters],
      )
      if (claimed.length === 1) return {}
      const [first] = v.parse(
        v.array(Row),
        await database.query(
          'select path, parameters, answer from stripe_stand_in.idempotency_keys where key = $1',
          [key],
        ),
      )
      if (!first || (first.answer === null && first.path === path && first.parameters === parameters))
        throw inUse(key)
      if (first.path !== path) {
        throw reused(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      if (first.parameters !== parameters) {
        throw reused(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      return first.answer === null ? {} : { answered: first.answer }
    },
    async forget(key: string): Promise<void> {
      await database.query('delete from stripe_stand_in.idempotency_keys where key = $1', [key])
    },
    /** Inside the change itself, so that neither is without the other. */
    remember: 'update stripe_stand_in.idempotency_keys set answer = $2 where key = $1',
  }
}

const inUse = (key: string): StripeRefusal =>
  new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
const reused = (message: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'idempotency_error', message })
