/** The one vocabulary for sync, shown on every item a person writes (DESIGN §3). */
export const SYNC_STATES = ['local', 'sending', 'saved', 'attention'] as const
export type SyncState = (typeof SYNC_STATES)[number]
