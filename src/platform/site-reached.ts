/** A server that says nothing for as long is not reached. */
const REACH_MS = 5_000

/**
 * Does the site itself answer? A captive portal answers every address with its page, which would take the
 * place of this one.
 */
export const isSiteReached = (): Promise<boolean> =>
  fetch('/environment.json', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(REACH_MS),
  }).then(
    ({ ok, headers }) => ok && headers.get('content-type')?.includes('json') === true,
    () => false,
  )
