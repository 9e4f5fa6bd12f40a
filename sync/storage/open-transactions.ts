import { isFrozen, onFreeze, untilResumed } from '../page-lifecycle.ts'

/** The upgrades among them too. */
const open = new Set<IDBTransaction>()
let freezes = 0

/**
 * From now on every IndexedDB transaction of this page is aborted when the browser freezes the page, whoever began it (the
 * engine, Dexie, a library). A frozen page that keeps one open blocks the pages after it until its tab is closed (WebKit 26.0).
 * Guarantee:
 * what was aborted is not stored, and its writer hears so; `repeatAfterFreeze` does it again. What has committed stays. Answers how to undo it.
 */
export function abortTransactionsOnFreeze(): () => void {
  const factory = IDBFactory.prototype
  const database = IDBDatabase.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const [{ open: openDatabase }, { transaction: begin }] = [factory, database]
  Object.assign(factory, {
    open(this: IDBFactory, ...given: Parameters<IDBFactory['open']>) {
      const request = openDatabase.apply(this, given)
      request.addEventListener('upgradeneeded', () => request.transaction && note(request.transaction))
      return request
    },
  })
  Object.assign(database, {
    transaction(this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>) {
      return note(begin.apply(this, given))
    },
  })
  const stop = onFreeze(() => {
    freezes += 1
    for (const transaction of open) abort(transaction)
  })
  return () => {
    stop()
    Object.assign(factory, { open: openDatabase })
    Object.assign(database, { transaction: begin })
  }
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

function note(transaction: IDBTransaction): IDBTransaction {
  const forget = (): void => void open.delete(transaction)
  open.add(transaction)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
  // Whoever commits at once, as drafts do when the page is left, needs no page to end it
  if (isFrozen()) queueMicrotask(() => abort(transaction))
  return transaction
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has been committed and ends without the page
  }
}
