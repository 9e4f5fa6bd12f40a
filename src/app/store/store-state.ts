import type { SyncActivity } from '#sync/activity.ts'
import type { OpenedStore } from './open-store.ts'

/** The signed-in person's database on this device. */
export type StoreState =
  | { status: 'closed' }
  | { status: 'opening'; userId: string }
  | { status: 'open'; opened: OpenedStore; activity: SyncActivity | null }
  | { status: 'failed'; userId: string; error: unknown }

/** How many edits the server does not have yet. */
export const unsentOf = (state: StoreState): number =>
  state.status === 'open' && state.activity ? state.activity.pending + state.activity.attention : 0
