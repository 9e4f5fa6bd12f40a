import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { firstValueFrom, Subject } from 'rxjs'
import { COLLECTION_NAMES } from '#sync/collections/registry.ts'
import { sendMessage } from '#sync/collections/messages.ts'
import { notificationWindow } from '#sync/collections/notification-list.ts'
import { myRating } from '#sync/collections/my-ratings.ts'
import { rateVideo } from '#sync/collections/rating-edits.ts'
import { startReplication } from '#sync/replication/start.ts'
import { createTransport } from '#sync/replication/transport.ts'
import { openStore, type Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { painted, timed, watchingTasks } from './measured.ts'
import type { Server } from './server.ts'

const open = (userId: string): Promise<Store> => openStore({ userId, deviceId: 'bench', now: Date.now })
const VIDEO = 'aaaaaaaaaaa'

function start(store: Store, server: Server) {
  let requests = 0
  const replication = startReplication(store, {
    transport: createTransport({
      apiUrl: server.api,
      apiKey: server.key,
      accessToken: () => Promise.resolve(server.token),
      fetch: (input, init) => {
        requests++
        return fetch(input, init)
      },
    }),
    poke$: new Subject(),
    connectivity$: new Subject(),
    onSignedOut: () => {},
  })
  return { replication, requests: () => requests }
}

/** The engine as the app runs it. */
const bench = {
  /** From the start of the replication on an empty device until everything is on the disk and the round is over. */
  async firstSync(server: Server) {
    const store = await open(server.userId)
    const { result, ...watched } = await watchingTasks(async () => {
      const started = start(store, server)
      await started.replication.syncNow()
      return started
    })
    let rows = 0
    for (const name of COLLECTION_NAMES) rows += await store.collections[name].count().exec()
    await result.replication.stop()
    await store.close()
    return { ...watched, rows, requests: result.requests() }
  },

  /** Requests of a whole round on a device that is in step. */
  async reconnect(server: Server): Promise<number> {
    const store = await open(server.userId)
    const { replication, requests } = start(store, server)
    await replication.syncNow()
    await replication.syncNow()
    const before = requests()
    await replication.syncNow()
    const measured = requests() - before
    await replication.stop()
    await store.close()
    return measured
  },

  /** First ratings, one after the other; each is on the disk when it is acknowledged. */
  async writes(userId: string, count: number): Promise<number[]> {
    const store = await open(userId)
    const all: number[] = []
    for (let number = 0; number < count; number++)
      all.push(
        await timed(() => rateVideo(store, `video-${String(number).padStart(5, '0')}`, { overall: 4 })),
      )
    await store.close()
    return all
  },

  /** From a tap on a rating to the frame that shows it, through React and the app's own hook. */
  async taps(userId: string, count: number): Promise<number[]> {
    const store = await open(userId)
    const rating$ = myRating(store, VIDEO)
    let score = 1
    const Rating = () => {
      const rating = useLive(rating$, undefined)
      return (
        <button type="button" onClick={() => void rateVideo(store, VIDEO, { overall: score })}>
          {rating?.overall}
        </button>
      )
    }
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    flushSync(() => root.render(<Rating />))
    const button = place.querySelector('button')
    if (button === null) throw new Error('nothing was rendered')
    const all: number[] = []
    for (let number = 0; number < count; number++) {
      score = (number % 9) / 2 + 1
      all.push(
        await timed(async () => {
          const changed = new Promise<void>((resolve) => {
            const watching = new MutationObserver(() => {
              if (button.textContent !== String(score)) return
              watching.disconnect()
              resolve()
            })
            watching.observe(button, { childList: true, characterData: true, subtree: true })
          })
          button.click()
          await changed
          await painted()
        }),
      )
      await painted()
    }
    root.unmount()
    await store.close()
    return all
  },

  /** From nothing open to the first 50 notifications, as the page asks for them: one more tells whether there are more. */
  first50: (userId: string): Promise<number> =>
    timed(async () => {
      const store = await open(userId)
      const { items } = await firstValueFrom(notificationWindow(store, 51))
      if (items.length !== 51) throw new Error(`${items.length} notifications`)
    }),

  /** Messages written without a connection, then sent. */
  async queued(server: Server, conversation: string, count: number) {
    const store = await open(server.userId)
    const first = start(store, server)
    await first.replication.syncNow()
    await first.replication.stop()
    for (let number = 0; number < count; number++) await sendMessage(store, conversation, `${number}`)
    const { replication, requests } = start(store, server)
    const ms = await timed(() => replication.syncNow())
    const unsaved = await firstValueFrom(store.collections.messages.count({ selector: { row_version: 0 } }).$)
    await replication.stop()
    await store.close()
    return { ms, requests: requests(), unsaved }
  },
}

export type OurBench = typeof bench
Object.assign(window, { bench })
