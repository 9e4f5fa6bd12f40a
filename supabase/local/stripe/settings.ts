import * as v from 'valibot'
import type { Store } from './store.ts'

/** What becomes of a subscription whose renewal failed for the last time; in an account of Stripe's it is a setting of the dashboard. */
export const AfterLastFailure = v.picklist(['cancel', 'mark_unpaid', 'leave_past_due'])
export type AfterLastFailure = v.InferOutput<typeof AfterLastFailure>

const Row = v.object({ after_last_failure: AfterLastFailure })

export async function afterLastFailure(store: Store): Promise<AfterLastFailure> {
  const rows = await store.query('select after_last_failure from stripe_stand_in.settings', [])
  const [row] = v.parse(v.tuple([Row]), rows)
  return row.after_last_failure
}

export async function setAfterLastFailure(store: Store, wanted: AfterLastFailure): Promise<void> {
  await store.query('update stripe_stand_in.settings set after_last_failure = $1', [wanted])
}
