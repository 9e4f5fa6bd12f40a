/** Rejects after `ms`: storage that never answers must not keep an event of the worker open, nor the browser from ending it. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => limit.reject(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')),
    ms,
  )
  try {
    return await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
