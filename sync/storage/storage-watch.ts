import { isFrozen, onFreeze, onResume, untilResumed } from '../page-lifecycle.ts'

/**
 * slow: somebody has waited for the storage for longer than a person should without a word · refused: the browser opens no
 * database in this document any more (WebKit before March 2026 after its storage process has ended); another document may.
 */
export type StorageHealth = 'answers' | 'slow' | 'refused'

const SLOW_MS = 3_000
const LOOK_MS = 250
/** What WebKit says then. */
const REFUSAL = /Indexed Database server lost/

/** A transaction of databases that are cleared ends in less, if it ends. */
const SILENT_MS = 1_000

/** The transactions that are open, upgrades among them, and the databases that are being opened, since when by `performance.now()`. */
const waiting = new Map<IDBTransaction | IDBOpenDBRequest, number>()
let freezes = 0

/**
 * Watches everything that this page does with IndexedDB from now on, whoever does it (the engine, Dexie, a
 * library). Tells of its health. Aborts every transaction when the browser freezes the page: a frozen page
 * that keeps one open blocks the pages after it until its tab is closed (WebKit 26.0), and ends those of
 * which the browser says nothing more after it has closed their database. Guarantee: what was aborted is
 * not stored, and its writer hears so; `repeatAfterFreeze` does it again. What has committed stays.
 */
export function watchStorage(told: (health: StorageHealth) => void): void {
  const factory = IDBFactory.prototype
  const database = IDBDatabase.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const [{ open: openDatabase }, { transaction: begin }] = [factory, database]
  let health: StorageHealth = 'answers'
  let looking: ReturnType<typeof setTimeout> | undefined
  const tell = (next: StorageHealth): void => {
    if (health === next) return
    health = next
    told(next)
  }
  const look = (isAgain: boolean): void => {
    const now = performance.now()
    const isSlow = [...waiting.values()].some((since) => now - since >= SLOW_MS)
    // Answers that have come while the page itself was slow go first
    if (isSlow && !isAgain && health === 'answers') looking = setTimeout(look, LOOK_MS, true)
    else {
      if (health !== 'refused') tell(isSlow ? 'slow' : 'answers')
      looking = waiting.size > 0 ? setTimeout(look, LOOK_MS, false) : undefined
    }
  }
  const expectEnd = (what: IDBTransaction | IDBOpenDBRequest, ends: readonly string[]): void => {
    waiting.set(what, performance.now())
    looking ??= setTimeout(look, SLOW_MS, false)
    for (const end of ends) what.addEventListener(end, () => void waiting.delete(what))
  }
  const note = (transaction: IDBTransaction): IDBTransaction => {
    expectEnd(transaction, ['complete', 'abort'])
    // Whoever commits at once, as drafts do when the page is left, needs no page to end it
    if (isFrozen()) queueMicrotask(() => abort(transaction))
    return transaction
  }

  /** Does this connection begin nothing any more? */
  const isClosed = (connection: IDBDatabase): boolean => {
    try {
      begin.call(connection, connection.objectStoreNames)
      return false
    } catch (error) {
      return error instanceof DOMException && error.name === 'InvalidStateError'
    }
  }
  const endSilent = (before: number): void => {
    for (const [what, since] of waiting)
      if ('db' in what && since <= before && isClosed(what.db)) what.dispatchEvent(new Event('abort'))
  }

  Object.assign(factory, {
    open(this: IDBFactory, ...given: Parameters<IDBFactory['open']>) {
      const request = openDatabase.apply(this, given)
      expectEnd(request, ['success', 'error'])
      request.addEventListener('upgradeneeded', () => request.transaction && note(request.transaction))
      request.addEventListener('success', () => {
        tell('answers')
        // Hazard: of some transactions of a database that is cleared Chromium tells neither that they ended
        // nor that they failed
        request.result.addEventListener('close', () => setTimeout(endSilent, SILENT_MS, performance.now()))
      })
      request.addEventListener('error', () => REFUSAL.test(request.error?.message ?? '') && tell('refused'))
      return request
    },
  })
  Object.assign(database, {
    transaction(this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>) {
      return note(begin.apply(this, given))
    },
  })
  onFreeze(() => {
    freezes += 1
    for (const what of waiting.keys()) if ('abort' in what) abort(what)
  })
  // Time in which the page did not run does not count
  onResume(() => {
    for (const what of waiting.keys()) waiting.set(what, performance.now())
  })
}

/** Does again, once the page resumes, what failed because the page was frozen. So `work` may run twice, and only its last run counts. */
export async function repeatAfterFreeze<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    if (isFrozen()) await untilResumed()
    const before = freezes
    try {
      return await work()
    } catch (error) {
      if (freezes === before) throw error
    }
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has been committed and ends without the page
  }
}
