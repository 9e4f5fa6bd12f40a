/** Long enough for a cold engine on a busy machine; a journey waits for what it expects, not for this. */
export const PATIENCE_MS = 60_000
