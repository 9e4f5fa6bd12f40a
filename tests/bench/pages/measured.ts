/** What every page of the bench does its measuring with. */

/** The longest task of the main thread while `work` ran, ms: 0 when none reached 50 ms, which the browser does not report. */
export async function watchingTasks<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; ms: number; longestTask: number }> {
  let longestTask = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  })
  observer.observe({ type: 'longtask' })
  const startedAt = performance.now()
  const result = await work()
  const ms = performance.now() - startedAt
  await new Promise((resolve) => setTimeout(resolve, 50))
  observer.disconnect()
  return { result, ms, longestTask }
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
