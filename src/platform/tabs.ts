/**
 * Which tab this is, and which tabs have ended. A tab holds a lock in its name as long as it lives; the tab
 * that can take the lock of another inherits what that one has left, and gives it back to one that was only
 * between two documents. Without locks in the browser there is one tab.
 */
const OWN_KEY = 'mirutomo-tab'
const lockOf = (tab: string): string => `mirutomo-tab:${tab}`
const ONLY = 'only'
/** On it a tab asks for its name. */
const CHANNEL = 'mirutomo-tabs'
/** By then an heir, or this tab's earlier document, has let its name go. A namesake keeps it. */
const GIVE_BACK_MS = 700
const LOOK_MS = 50

let own = ''
const inherited = new Set<string>()
/** Each lets the lock of a tab go, and resolves once that is done. */
const lettingGo = new Map<string, () => Promise<unknown>>()
let channel: BroadcastChannel | undefined
/** Of a lock that the browser has taken away it may never be told. */
const LET_GO_LIMIT_MS = 200

/** The same over a reload. */
export function ownTab(): string {
  own ||= hasLocks() ? (readOwn() ?? nameAnew()) : ONLY
  return own
}

/** Is it this tab, or one that has ended and whose heir is this one? */
export const isOwnTab = (tab: string): boolean => tab === ownTab() || inherited.has(tab)

/**
 * Makes this tab known as alive, and the heir of those of `others` that have ended; `givenBack` is called
 * when one of them turns out to live. Once a start. Never rejects.
 */
export async function settleTab(others: Iterable<string>, givenBack: () => void): Promise<void> {
  channel ??= new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string' || !inherited.delete(data)) return
    void lettingGo.get(data)?.()
    givenBack()
  }
  // A tab that was duplicated has the name of the first
  if (hasLocks() && !(await hold(ownTab())) && !(await askBack())) await hold(nameAnew())
  await inherit(others)
}

/** Answers whether this tab has its name back. */
async function askBack(): Promise<boolean> {
  channel?.postMessage(ownTab())
  for (let waited = 0; waited < GIVE_BACK_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    if (await hold(ownTab())) return true
  }
  return false
}

/**
 * Makes this tab the heir of those of `others` that have ended. Answers whether one was added. Never rejects.
 */
export async function inherit(others: Iterable<string>): Promise<boolean> {
  const before = inherited.size
  for (const tab of others) if (!isOwnTab(tab) && (!hasLocks() || (await hold(tab)))) inherited.add(tab)
  return inherited.size > before
}

/** After the page was frozen, when the browser may have given its locks away. Never rejects. */
export async function settleTabAgain(givenBack: () => void): Promise<void> {
  const had = [...inherited]
  inherited.clear()
  const limit = new Promise((resolve) => setTimeout(resolve, LET_GO_LIMIT_MS))
  await Promise.race([limit, Promise.allSettled([...lettingGo.values()].map((letGo) => letGo()))])
  lettingGo.clear()
  await settleTab(had, givenBack)
}

const hasLocks = (): boolean => 'locks' in navigator

/** Answers whether this tab has it now; it keeps it until it ends, or gives it back. */
function hold(tab: string): Promise<boolean> {
  const ended = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<boolean>()
  const over = navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => {
    answered.resolve(lock !== null)
    if (lock === null) return undefined
    lettingGo.set(tab, () => {
      ended.resolve()
      return over
    })
    return ended.promise
  })
  over.catch(() => answered.resolve(false))
  return answered.promise
}

function nameAnew(): string {
  own = crypto.randomUUID()
  try {
    sessionStorage.setItem(OWN_KEY, own)
  } catch {
    // Known until the page is left
  }
  return own
}

function readOwn(): string | null {
  try {
    return sessionStorage.getItem(OWN_KEY)
  } catch {
    return null
  }
}
