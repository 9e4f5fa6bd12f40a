/**
 * Has the browser forget what it holds of our code and is none: the page of a captive portal, for as long as
 * that wished.
 */
export async function forgetStrangeCode(): Promise<void> {
  const forget = async ({ name }: PerformanceEntry): Promise<void> => {
    if (!name.startsWith(`${location.origin}/assets/`)) return
    const held = await fetch(name, { cache: 'only-if-cached', mode: 'same-origin' })
    if (held.headers.get('content-type')?.includes('html')) await fetch(name, { cache: 'reload' })
  }
  await Promise.allSettled(performance.getEntriesByType('resource').map(forget))
}
