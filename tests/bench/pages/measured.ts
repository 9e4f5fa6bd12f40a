/** What every page of the bench does its measuring with. */

/** How often the page looks whether it still gets its turn, ms. */
const LOOK_MS = 4

export type Watched<Result> = {
  result: Result
  ms: number
  /** The longest task of the main thread, ms: 0 when none reached 50 ms, which the browser does not report. */
  longestTask: number
  /** The longest that a timer waited for its turn, ms: also behind many short tasks, and while the machine did something else. */
  longestWait: number
}

/** Watches the main thread while `work` runs. */
export async function watchingTasks<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  let longestTask = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  })
  observer.observe({ type: 'longtask' })
  let longestWait = 0
  let looked = performance.now()
  const looking = setInterval(() => {
    longestWait = Math.max(longestWait, performance.now() - looked - LOOK_MS)
    looked = performance.now()
  }, LOOK_MS)
  const startedAt = performance.now()
  const result = await work()
  const ms = performance.now() - startedAt
  clearInterval(looking)
  await new Promise((resolve) => setTimeout(resolve, 50))
  observer.disconnect()
  return { result, ms, longestTask, longestWait }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Resolves when what stands in the document now has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })
}
