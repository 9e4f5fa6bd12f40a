import type { Account } from '#domain/account.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { People } from '#domain/people.ts'
import { draftOwners, forgetDraftsOf } from '#platform/drafts.ts'
import { clockOffset, deviceNow, serverNow } from '#platform/clock.ts'
import { whenIdle, afterPaint } from '#platform/after-paint.ts'
import { avatarBase } from '#ui/avatar-base.ts'
import { watchBrowserConnectivity, type Connectivity } from '#platform/connectivity.ts'
import { lookWhetherStorageIsBlocked } from '#platform/storage-blocked.ts'
import { askAgain, onAskedAgain } from '#platform/waits.ts'
import { onWake } from '#sync/page-lifecycle.ts'
import { createValue, type ObservableValue, type WritableValue } from '#platform/observable-value.ts'
import { pushIsAllowed, unsubscribe } from '#platform/push.ts'
import { accountOf, type OwnProfile } from './account.ts'
import { createCatalogue, type DeviceSource } from './catalogue/catalogue.ts'
import { createQueries } from './catalogue/queries.ts'
import { createServerCatalogue } from './catalogue/server-catalogue.ts'
import { environment, isServerReached, onceKnown, type Environment } from './environment.ts'
import { noteError } from './last-errors.ts'
import type { PromotionEvents } from './promotion-events.ts'
import { createKeptDoor, type KeptDoor } from './kept-answers/kept-door.ts'
import { createRest, RestFailure, type Rest } from './rest.ts'
import { createPeople } from './people.ts'
import { personToken } from './person-token.ts'
import type { Storage } from './storage.ts'
import { accessToken, openBrowserSession } from './session/browser-session.ts'
import type { Session } from './session/session.ts'
import { signedInMark } from './session/signed-in-mark.ts'
import type { Settled } from './session/session-state.ts'
import { forgetTab } from './forget-tab.ts'
import { tellNextDocument, noteSignedOut } from './store/loss.ts'
import { followStorageHealth, noteRefusal, storageHealth } from './store/storage-health.ts'
import { createStoreKeeper, type StoreKeeper } from './store/store-keeper.ts'
import type { Departure } from '#sync/departure/depart.ts'
import { repeatAfterFreeze } from '#sync/storage/storage-watch.ts'

/** An account that left this device although something of it was not sent, and without anybody asking. */
export type Farewell = { userId: string; departure: Extract<Departure, { count: number }> }

/** Everything that lives as long as the page. */
export type App = {
  environment: () => Promise<Environment>
  connectivity: Connectivity
  session: Session
  keeper: StoreKeeper
  farewell: WritableValue<Farewell | null>
  account: ObservableValue<Account | null>
  catalogue: Catalogue
  people: People
  promotionEvents: Pick<PromotionEvents, 'note'>
  rest: Rest
  kept: KeptDoor
  storage: () => Promise<Storage>
  /** When what is shown was last in step with the server, in ms. */
  contentAsOf: ObservableValue<number | null>
  /** Where thumbnails are found; null until the environment is known. */
  thumbnailBase: ObservableValue<string | null>
}

const AUTH_CLIENT_LIMIT_MS = 5_000
const LEFTOVERS_LIMIT_MS = 10_000

export function createApp(): App {
  followStorageHealth()
  const connectivity = watchBrowserConnectivity(onWake, isServerReached)
  const session = openBrowserSession()
  const contentAsOf = createValue<number | null>(null)
  const reached = connectivity.report
  const surroundings = { environment, reached, accessToken: personToken({ session, accessToken, reached }) }
  const rest = createRest(surroundings)
  const farewell = createValue<Farewell | null>(null)
  const keeper = createStoreKeeper({
    open: async (userId) => {
      await afterPaint()
      const { openAccountStore } = await import('./store/open-store.ts')
      const open = () =>
        openAccountStore({
          userId,
          environment,
          accessToken,
          connectivity,
          rest,
          onSignedOut: () => void session.signOut('expired'),
        })
      return repeatAfterFreeze(open)
    },
    depart: async (userId, how) => {
      const { departHere } = await import('./store/depart-here.ts')
      return departHere(userId, how)
    },
    left: (userId, departure) => {
      if (departure.remainder === 'sealed' || departure.remainder === 'kept')
        farewell.set({ userId, departure })
    },
    taken: (userId) => {
      // What was typed here until a moment ago goes with the rest, if the rest has gone
      void databaseNames().then((names) => {
        if (!names.some((name) => name.includes(userId))) void forgetDraftsOf(userId)
      })
      void session.look()
    },
    failed: noteError,
    refused: () => {
      tellNextDocument()
      noteRefusal()
    },
  })
  const queries = createQueries({
    now: deviceNow,
    online: connectivity.online,
    codeOf: (error) => (error instanceof RestFailure ? error.code : 'server'),
    loaded: (asOf) => asOf !== null && contentAsOf.set(Math.max(asOf, contentAsOf.read() ?? 0)),
  })
  onAskedAgain((by) => queries.retry(by === 'person' ? 'unanswered' : 'failed'))
  onWake(() => askAgain('woken'))
  // The browser tells of no return from a captive portal
  connectivity.online.listen(() => connectivity.online.read() && askAgain('woken'))
  const account = createValue<Account | null>(null)
  const viewer = () => account.read()?.userId ?? 'anonymous'
  const kept = createKeptDoor({ session, keeper })
  const server = createServerCatalogue({ rest, kept }, queries, {
    person: viewer,
    // A video that the person comes across can be rated and favourited without a connection later.
    keeper: () => {
      const asked = keeper.state.read()
      return (rows) => {
        const state = keeper.state.read()
        // Whoever asked may have left since, and somebody else be here
        const isSame = asked.status === 'open' && state.status === 'open' && asked.opened === state.opened
        if (isSame) state.opened.keepVideos(rows)
      }
    },
  })
  const device = createValue<DeviceSource>('opening')

  const thumbnailBase = createValue<string | null>(null)
  void onceKnown(environment, connectivity.online).then((known) => {
    thumbnailBase.set(known.thumbnailBase)
    avatarBase.set(known.apiUrl)
  })

  let loaded: Promise<PromotionEvents> | undefined
  const promotionEvents = (): Promise<PromotionEvents> => {
    const online = connectivity.online
    loaded ??= import('./promotion-events.ts').then(({ createPromotionEvents }) =>
      createPromotionEvents({ rest, online, session, now: serverNow }),
    )
    return loaded
  }
  void whenIdle(LEFTOVERS_LIMIT_MS)
    .then(promotionEvents)
    .then(({ flush }) => flush())
    .catch(noteError)
  followSession(session, keeper)
  void session.settled().then((settled) => seeLeftoversOff(settled).catch(noteError))
  followStore({ session, keeper, account, device, contentAsOf })
  return {
    environment,
    connectivity,
    session,
    keeper,
    farewell,
    account,
    rest,
    kept,
    storage: async () => (await import('./storage.ts')).createStorage(surroundings),
    contentAsOf,
    thumbnailBase,
    catalogue: createCatalogue(server, device),
    people: createPeople({ rest, kept }, queries, viewer),
    promotionEvents: {
      note: (...seen) => void promotionEvents().then(({ note }) => note(...seen), noteError),
    },
  }
}

/** Who is signed in decides whose database is open, and whose have to leave. */
function followSession(session: Session, keeper: StoreKeeper): void {
  let wasSignedIn = false
  session.state.subscribe((state) => {
    if (state.status === 'restoring') return
    keeper.show(state.status === 'signedIn' ? state.userId : null)
    signedInMark.set(state.status === 'signedIn')
    if (wasSignedIn && state.status === 'signedOut') forgetTab()
    if (state.status === 'signedOut')
      void afterPaint()
        .then(() => import('#sync/storage/last-screens.ts'))
        .then(({ forgetLastScreens }) => forgetLastScreens())
        .catch(() => {})
    wasSignedIn = state.status === 'signedIn'
    if (state.status !== 'signedIn') return
    void whenIdle(AUTH_CLIENT_LIMIT_MS).then(() => session.keepFresh().catch(() => {}))
  })
}

/** A departure that was interrupted, or that became due while no page was open, is made good once the page has come to rest. */
async function seeLeftoversOff(settled: Settled): Promise<void> {
  await whenIdle(LEFTOVERS_LIMIT_MS)
  await lookWhetherStorageIsBlocked()
  const own = settled.status === 'signedIn' ? settled.userId : undefined
  const names = await databaseNames()
  if (own === undefined) noteSignedOut(names)
  // A sign-out that was interrupted, or could not reach the browser's push service
  if (own === undefined && pushIsAllowed()) await unsubscribe().catch(noteError)
  if (!names.some((name) => isAccountDatabase(name, own)) && draftOwners().every((owner) => owner === own))
    return
  const { departLeftovers } = await import('./store/depart-here.ts')
  await departLeftovers()
}

async function databaseNames(): Promise<string[]> {
  return ((await indexedDB.databases?.()) ?? []).flatMap(({ name }) => name ?? [])
}

/** Told by the name alone, which holds the account's id (sync/generations/names.ts), so that a visitor on a clean device loads nothing. */
const isAccountDatabase = (name: string, except: string | undefined): boolean =>
  /mirutomo-.*[0-9a-f]{8}-[0-9a-f]{4}-/.test(name) && !(except !== undefined && name.includes(except))

type Followers = Pick<App, 'session' | 'keeper'> & {
  account: WritableValue<Account | null>
  device: WritableValue<DeviceSource>
  contentAsOf: WritableValue<number | null>
}

/** The account shown and the source of the catalogue follow session, database and own profile. */
function followStore({ session, keeper, account, device, contentAsOf }: Followers): void {
  let profile: OwnProfile | null = null
  let watched: unknown
  let watching: { unsubscribe(): void } | undefined

  const showAccount = (): void => {
    const state = session.state.read()
    account.set(state.status === 'signedIn' ? accountOf(state, profile, serverNow()) : null)
  }
  // What ends by the server's clock
  clockOffset.listen(showAccount)
  const lastSyncedAt = (): number | null => {
    const state = keeper.state.read()
    return state.status === 'open' ? (state.activity?.lastSyncedAt ?? null) : null
  }
  keeper.state.subscribe((state) => {
    const opened = state.status === 'open' ? state.opened : undefined
    if (state.status === 'open' && state.activity?.lastSyncedAt) contentAsOf.set(state.activity.lastSyncedAt)
    // Without a database of its own the screens show what the server says
    if (state.status === 'failed') device.set('none')
    if (opened === watched) return
    watched = opened
    watching?.unsubscribe()
    profile = null
    if (opened) {
      device.set({ catalogue: opened.catalogue, lastSyncedAt })
      watching = opened.ownProfile$.subscribe((own) => {
        profile = own
        showAccount()
      })
    }
  })
  const showSource = (): void => {
    const isWaitedFor = session.state.read().status !== 'signedOut' && storageHealth.read() === 'answers'
    if (!watched) device.set(isWaitedFor ? 'opening' : 'none')
  }
  // What a storage that does not answer keeps back is asked of the server
  storageHealth.listen(showSource)
  session.state.subscribe((state) => {
    if (state.status === 'signedOut') device.set('none')
    else showSource()
    showAccount()
  })
}
