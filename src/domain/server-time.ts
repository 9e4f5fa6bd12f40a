declare const byServer: unique symbol

/**
 * ms since the epoch by the server's clock. What is decided by a time that the server wrote takes the time
 * of now as this, so that a time of the device's clock, which may be hours or a year off, cannot be given
 * for it.
 */
export type ServerTime = number & { readonly [byServer]: true }

/** `offsetMs`: the server's clock minus the device's, as measured. */
export const serverTime = (deviceMs: number, offsetMs: number): ServerTime =>
  (deviceMs + offsetMs) as ServerTime

/** A time that the server wrote, as ISO 8601 or in an HTTP header; NaN for what is none. */
export const timeOf = (written: string): ServerTime => Date.parse(written) as ServerTime

/** True once a time that the server wrote, ISO 8601, has come; also for what is none. */
export const isPast = (written: string, now: ServerTime): boolean => !(timeOf(written) > now)
