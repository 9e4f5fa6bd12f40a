import { inject } from 'vitest'
import * as v from 'valibot'
import { checkedAge } from '../../tests/support/checked-age.ts'
import type { StackContext } from '../../tests/support/stack-context.ts'
import { openRealm, type Realm, releaseRealm } from '../testing/realm.ts'
import { closeAll, QUICK } from '../testing/device.ts'
import { bodyOf, urlOf } from '../testing/requests.ts'
import type { Replication } from '../replication/start.ts'
import type { Transport } from '../replication/transport.ts'
import type { Store } from '../store.ts'
import { Subject } from 'rxjs'

/** An adult with an account on the real stack, whose age was checked. */
export type Person = { userId: string; token: string; email: string }

/** A device of a person: the whole engine, over HTTP to the real stack. */
export type RealDevice = {
  engine: Realm
  store: Store
  /** Every request: its name and how many rows of each collection it carried. */
  requests: string[]
  /** false: no request reaches the server. */
  connection: { up: boolean }
  poke$: Subject<string[]>
  transport(): Transport
  replicate(): Replication
  syncNow(): Promise<void>
  close(): Promise<void>
}

const Session = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) })
const Rows = v.array(v.record(v.string(), v.unknown()))
let count = 0

/** The stack (that of all tests, or another) as a test uses it, beside the engine. */
export function openWorld(stack: StackContext = inject('stack')) {
  const devices: RealDevice[] = []

  async function call(path: string, key: string, body?: unknown, token = key): Promise<unknown> {
    const response = await fetch(`${stack.api}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation,resolution=merge-duplicates',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }

  async function person(name: string): Promise<Person> {
    const email = `${name}-${process.pid}-${++count}-${Date.now()}@sync.test`
    const password = 'correct-horse-battery'
    await call('/auth/v1/admin/users', stack.serviceKey, {
      email,
      password,
      email_confirm: true,
      user_metadata: { username: name },
    })
    const session = v.parse(
      Session,
      await call('/auth/v1/token?grant_type=password', stack.publishableKey, { email, password }),
    )
    await call('/rest/v1/profile_private', stack.serviceKey, {
      user_id: session.user.id,
      birth_date: '1990-01-01',
    })
    await call('/rest/v1/user_verification', stack.serviceKey, checkedAge(session.user.id))
    return { userId: session.user.id, token: session.access_token, email }
  }

  async function device(owner: Person, name = `device-${++count}`): Promise<RealDevice> {
    const engine = await openRealm()
    const store = await engine.openStore({
      userId: owner.userId,
      deviceId: name,
      now: Date.now,
      name: `mirutomo-${name}-${owner.userId}`,
    })
    const requests: string[] = []
    const connection = { up: true }
    let replication: Replication | undefined
    let closed = false
    const opened: RealDevice = {
      engine,
      store,
      requests,
      connection,
      poke$: new Subject(),
      transport: () =>
        engine.createTransport({
          apiUrl: stack.api,
          apiKey: stack.publishableKey,
          accessToken: () => Promise.resolve(owner.token),
          fetch: (input, init) => {
            if (!connection.up) return Promise.reject(new TypeError('Failed to fetch'))
            requests.push(summary(urlOf(input), bodyOf(init)))
            return fetch(input, init)
          },
        }),
      replicate: () => {
        replication ??= engine.startReplication(store, {
          transport: opened.transport(),
          poke$: opened.poke$,
          connectivity$: new Subject(),
          onSignedOut: () => {},
          timing: QUICK,
        })
        return replication
      },
      syncNow: () => opened.replicate().syncNow(),
      close: async () => {
        if (closed) return
        closed = true
        await replication?.stop()
        await store.close()
        releaseRealm(engine)
      },
    }
    devices.push(opened)
    return opened
  }

  return {
    stack,
    person,
    device,
    /** Asks the REST API with the service key. */
    asService: async (path: string, body?: unknown) =>
      v.parse(Rows, await call(`/rest/v1/${path}`, stack.serviceKey, body)),
    /** Calls a function of the database as a person. */
    rpc: (who: Person, name: string, args: unknown) =>
      call(`/rest/v1/rpc/${name}`, stack.publishableKey, args, who.token),
    videos: async (limit: number) =>
      v.parse(
        v.array(
          v.object({ id: v.string(), youtube_id: v.string(), title: v.string(), row_version: v.number() }),
        ),
        await call(
          `/rest/v1/videos?select=id,youtube_id,title,row_version&order=id&limit=${limit}`,
          stack.publishableKey,
        ),
      ),
    conversation: async (a: Person, b: Person): Promise<string> => {
      const [user1_id, user2_id] = [a.userId, b.userId].toSorted()
      const created = v.parse(
        Rows,
        await call('/rest/v1/conversations', stack.serviceKey, { user1_id, user2_id }),
      )
      return String(created[0]?.['id'])
    },
    end: async () => {
      await closeAll(devices.splice(0))
    },
  }
}

export type World = ReturnType<typeof openWorld>

function summary(url: string, body: string): string {
  const name = url.split('/').at(-1) ?? url
  const batches = v.safeParse(
    v.object({ batches: v.record(v.string(), v.array(v.unknown())) }),
    JSON.parse(body),
  )
  if (!batches.success) return name
  return `${name} ${Object.entries(batches.output.batches)
    .map(([key, rows]) => `${key}:${rows.length}`)
    .join(' ')}`
}
