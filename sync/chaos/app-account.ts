/** How an account comes to a device of the simulation and leaves it: what `src/app/store` and `src/app/leave.ts` do, from the same parts of the engine. */
import type { Observable } from 'rxjs'
import * as v from 'valibot'
import { draftsOf, forgetDraftsOfDeparted } from '#app/drafts.ts'
import { putDraftsBack } from '#app/put-drafts-back.ts'
import { forgetDraftsOf } from '#platform/drafts.ts'
import { accountsOnDevice, depart, type Departure } from '../departure/depart.ts'
import type { Occupancy } from '../departure/occupancy.ts'
import { readDatabaseName } from '../generations/names.ts'
import { returnRemainders } from '../seal/return-remainders.ts'
import { learnSealKey, type SealKeyServer } from '../seal/seal-key.ts'
import { isAnythingSealed } from '../seal/sealed-database.ts'
import { readAccessToken } from '../session/access-token.ts'
import { forgetSession, isSignedIn } from '../session/own-session.ts'
import type { Store } from '../store.ts'
import { within } from '../within.ts'

export const API = { apiUrl: 'http://server', apiKey: 'key' }
/** src/app/store/bring-back.ts */
const TRY_AGAIN_MS = 60_000
/** src/app/store/depart-here.ts */
const DRAFTS_LIMIT_MS = 1_000
/** src/app/rest.ts */
const REQUEST_MS = 30_000

export type { Departure }
/** ended: the session is over without anybody asking. */
export type DepartHow = 'seal' | 'discard' | 'ended'

export const token = (renew: boolean) => readAccessToken({ ...API, now: Date.now, renew })

/** Takes an account from this device (src/app/store/depart-here.ts). */
export const departHere = (userId: string, how: DepartHow, own?: Occupancy): Promise<Departure> =>
  depart({
    userId,
    how: how === 'discard' ? 'discard' : 'seal',
    drafts: () => draftsOf(userId),
    forgetRest: () => within(DRAFTS_LIMIT_MS, forgetDraftsOf(userId)).catch(() => {}),
    forgetSession: () => forgetSession(userId),
    ...(own && { own }),
    ...(how === 'ended' && { isBack: () => isSignedIn(userId).catch(() => true) }),
  })

/** Finishes departures that were interrupted, some time after the app was started (src/app/app.ts). */
export async function seeLeftoversOff(own: string | undefined): Promise<void> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
  const isOthers = (name: string): boolean =>
    readDatabaseName(name) !== undefined && !(own !== undefined && name.includes(own))
  if (names.some(isOthers)) for (const userId of await accountsOnDevice()) await departHere(userId, 'ended')
  await forgetDraftsOfDeparted()
}

/** Has the account's seal key here, and what is sealed for it back in its store, as soon as the server can be asked (src/app/store/bring-back.ts). */
export function bringBack(store: Store, online$: Observable<boolean>): { stop: () => void } {
  const server = sealKeyServer(store.userId)
  let online = false
  let isBack = false
  let trying = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async (): Promise<void> => {
    if (trying || isBack || !online) return
    trying = true
    clearTimeout(timer)
    try {
      if (await isAnythingSealed())
        await returnRemainders(store, server, (drafts) => putDraftsBack(store.userId, drafts))
      else await learnSealKey(store.outbox, server)
      isBack = true
    } catch {
      if (!store.database.closed) timer = setTimeout(() => void attempt(), TRY_AGAIN_MS)
    } finally {
      trying = false
    }
  }
  const connecting = online$.subscribe((value) => {
    online = value
    void attempt()
  })
  return {
    stop: () => {
      clearTimeout(timer)
      connecting.unsubscribe()
    },
  }
}

const KeyAnswer = v.nullable(v.object({ user_id: v.string(), handle: v.string(), public_key: v.string() }))
const PrivateAnswer = v.nullable(v.object({ user_id: v.string(), private_key: v.string() }))

/** src/app/store/seal-key-server.ts */
function sealKeyServer(userId: string): SealKeyServer {
  const ask = async <Answer extends { user_id: string } | null>(
    name: string,
    schema: v.GenericSchema<unknown, Answer>,
    body: Record<string, string>,
  ): Promise<Answer> => {
    const mine = (await token(false).catch(() => null))?.accessToken
    const response = await fetch(`${API.apiUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: API.apiKey, ...(mine !== undefined && { authorization: `Bearer ${mine}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    const answer = v.parse(schema, JSON.parse(text))
    if (answer !== null && answer.user_id !== userId) throw new Error('the keys of another account')
    return answer
  }
  return {
    sealKey: async (offered) => {
      const offer = offered && { offered_public: offered.publicKey, offered_private: offered.privateKey }
      const answer = await ask('seal_key', KeyAnswer, offer ?? {})
      return answer && { handle: answer.handle, publicKey: answer.public_key }
    },
    privateKey: async () => (await ask('unseal_key', PrivateAnswer, {}))?.private_key ?? null,
  }
}
