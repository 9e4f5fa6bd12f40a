import { holdersOf, tryLock, withLock } from '../locks.ts'

/**
 * Says that this tab or worker has the store open, until the answer is called. The browser says so no more when the tab dies. Waits for a newer build that is just putting
 * its generation away, unless that is stopped.
 */
export async function holdPresence(store: string): Promise<() => void> {
  const leaving = Promise.withResolvers<void>()
  await new Promise<void>((resolve) => {
    const enter = (): Promise<void> => {
      resolve()
      return leaving.promise
    }
    withLock('open', store, enter, 'shared').catch(() => resolve())
  })
  return leaving.resolve
}

/** Has any tab or worker one of these stores open, even one that sleeps? Yes, where the browser cannot tell. */
export async function isSomebodyIn(stores: ReadonlySet<string>): Promise<boolean> {
  if (!('locks' in navigator)) return true
  const holders = await Promise.all([...stores].map((store) => holdersOf('open', store)))
  return holders.flat().length > 0
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
  return tryLock('open', store, async ({ isSure }) => {
    await work(isSure)
    return true
  })
}
