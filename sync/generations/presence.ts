import { withLock } from '../locks.ts'

/** How long opening a store waits for a newer build that is just putting its generation away. */
const WAIT_MS = 5_000
/** How long that build may take before it must give up. Shorter, so that it has given up before anybody stops waiting. */
export const PUT_AWAY_MS = 3_000

const presenceLock = (store: string): string => `mirutomo-open:${store}`

/** Says that this tab or worker has the store open, until the answer is called. The browser says so no more when the tab dies. */
export async function holdPresence(store: string): Promise<() => void> {
  const leaving = Promise.withResolvers<void>()
  const entered = new Promise<void>((resolve) => {
    const enter = (): Promise<void> => {
      resolve()
      return leaving.promise
    }
    withLock(presenceLock(store), { mode: 'shared' }, enter).catch(() => resolve())
  })
  await Promise.race([entered, new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
  return leaving.resolve
}

/** Has any tab or worker one of these stores open, even one that sleeps? Yes, where the browser cannot tell. */
export async function isSomebodyIn(stores: ReadonlySet<string>): Promise<boolean> {
  if (!('locks' in navigator)) return true
  const locks = new Set([...stores].map(presenceLock))
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name = '' }) => locks.has(name))
}

/**
 * Runs `work` while no tab or worker has the store open, and nobody opens it; answers false, without waiting, when somebody has, or when the browser cannot
 * tell. `inTime` says whether that still holds for sure.
 */
export function whileAbandoned(
  store: string,
  work: (inTime: () => boolean) => Promise<void>,
): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(false)
  return withLock(presenceLock(store), { ifAvailable: true }, async (lock) => {
    if (lock === null) return false
    const since = performance.now()
    await work(() => performance.now() - since < PUT_AWAY_MS)
    return true
  })
}
