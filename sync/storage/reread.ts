import { RxQueryBase } from 'rxdb/plugins/core'
import { BehaviorSubject, EMPTY, merge, type Observable, retry, Subject, tap, timer } from 'rxjs'
import { onWake } from '../page-lifecycle.ts'

const FIRST_MS = 500
const MAX_MS = 30_000

/** So many live queries cannot be read just now; each is tried again by itself. */
export const failingQueries$ = new BehaviorSubject(0)

const again = new Subject<void>()
/** Tries now what is to be tried again. */
export const rereadNow = (): void => again.next()
onWake(rereadNow)

/** The same, but read anew where reading failed: after a while that doubles, and when the page wakes. Ends where the database was closed. */
export function rereading<Value>(source$: Observable<Value>): Observable<Value> {
  let isFailing = false
  const note = (failing: boolean): void => {
    if (failing === isFailing) return
    isFailing = failing
    failingQueries$.next(failingQueries$.value + (failing ? 1 : -1))
  }
  return source$.pipe(
    tap(() => note(false)),
    retry({
      delay: (error, attempt) => {
        if (isClosed(error)) return EMPTY
        note(true)
        return merge(timer(Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1))), again)
      },
      resetOnSuccess: true,
    }),
    tap({ finalize: () => note(false) }),
  )
}

/** Dexie's error and our own (`native.ts`). */
const isClosed = (error: unknown): boolean => error instanceof Error && error.name === 'DatabaseClosedError'

let isMended = false

/**
 * From now on every live query is read anew where reading failed, whoever watches it. RxDB (17.6) ends it, keeps it, and gives it to everybody who asks the same: it fails for ever or, where it
 * had an answer, goes on with that one.
 */
export function mendFailedQueries(): void {
  if (isMended) return
  isMended = true
  const { prototype } = RxQueryBase
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const { _execOverDatabase: execute } = prototype
  prototype._execOverDatabase = function (rerunCount) {
    return execute.call(this, rerunCount).catch((error: unknown) => {
      // Or it would be taken for in step with what came meanwhile, and wait for the reading that failed
      this._latestChangeEvent = -1
      this._ensureEqualQueue = Promise.resolve(false)
      throw error
    })
  }
  const stock = Object.getOwnPropertyDescriptor(prototype, '$')
  Object.defineProperty(prototype, '$', {
    ...stock,
    get(this: RxQueryBase<unknown, unknown>): Observable<unknown> {
      if (this._$ === undefined) this._$ = rereading(stock?.get?.call(this))
      return this._$
    },
  })
}
