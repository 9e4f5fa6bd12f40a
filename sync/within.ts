/** Something did not answer within its limit; it may still do what it was asked. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
}

/** As `promise`, but rejects with Overdue after `ms`. */
export function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Overdue(`no answer within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
