import type { App } from '../bundle.ts'
import { COLLECTION_NAMES, type CollectionName } from '../../collections/registry.ts'
import { documentsOn } from '../disk-documents.ts'
import type { Running, SimDevice } from '../device.ts'
import type { Simulation } from '../simulation.ts'

type Page = NonNullable<Awaited<ReturnType<App['openPage']>>>
type Found = {
  unreadMessages: number
  unreadNotifications: number
  pending: number
  sending: number
  flying: number
  documents: Map<CollectionName, string[]>
}

/** What every open page would show now, asked of its engine. */
export async function lookAtPages({ kernel, devices }: Simulation): Promise<Map<Running, Found>> {
  const found = new Map<Running, Found>()
  for (const { running } of devices.values()) {
    for (const one of running) {
      if (one.page === undefined || one.closing) continue
      look(one, one.page).then(
        (seen) => found.set(one, seen),
        () => {},
      )
    }
  }
  await kernel.run(kernel.now() + 2_000)
  return found
}

async function look({ app }: Running, { store }: Page): Promise<Found> {
  const [unreadMessages, unreadNotifications, activity] = await Promise.all([
    first(app.shown.unreadMessageCount(store)),
    first(app.shown.unreadNotificationCount(store)),
    first(app.shown.syncActivity(store)),
  ])
  const documents = new Map<CollectionName, string[]>()
  for (const name of COLLECTION_NAMES) {
    const docs = await store.database.collections[name].find().exec()
    documents.set(name, docs.map((doc) => `${doc.primary}@${doc.get('row_version')}`).toSorted())
  }
  return {
    unreadMessages,
    unreadNotifications,
    pending: activity.pending,
    sending: activity.sending,
    flying: store.inFlight.keys().size,
    documents,
  }
}

type Watched<Value> = { subscribe: (next: (value: Value) => void) => { unsubscribe: () => void } }
const first = <Value>(watched: Watched<Value>): Promise<Value> =>
  new Promise((resolve) => {
    const watching = watched.subscribe((value) => {
      resolve(value)
      queueMicrotask(() => watching.unsubscribe())
    })
  })

/** Every page shows what is on its device's disk, counts what is unread as the server does, and waits for nothing. */
export function pagesShowTheTruth(simulation: Simulation, seen: Map<Running, Found>): string[] {
  return [...simulation.devices.values()].flatMap((device) =>
    device.running.flatMap((running) => {
      if (running.page === undefined || running.closing) return []
      const { userId } = running.page.store
      const found = seen.get(running)
      const who = running.process.name
      if (found === undefined) return [`${who} does not answer`]
      const { unreadMessages, unreadNotifications } = countUnread(
        simulation,
        userId,
        blockedOn(device, userId),
      )
      return [
        ...COLLECTION_NAMES.flatMap((name) => {
          const disk = documentsOn(device.disk, userId, name)
            .flatMap(({ id, row_version, _deleted }) => (_deleted ? [] : [`${id}@${row_version}`]))
            .toSorted()
          const shown = found.documents.get(name) ?? []
          return disk.join() === shown.join()
            ? []
            : [`${who} shows other ${name} than are stored: ${shown.join()} instead of ${disk.join()}`]
        }),
        ...differs(`${who} counts unread messages`, found.unreadMessages, unreadMessages),
        ...differs(`${who} counts unread notifications`, found.unreadNotifications, unreadNotifications),
        ...differs(`${who} counts waiting edits`, found.pending, 0),
        ...differs(`${who} counts edits on their way`, found.sending, 0),
        ...differs(`${who} has marks of edits on their way`, found.flying, 0),
      ]
    }),
  )
}

const differs = (what: string, is: number, should: number): string[] =>
  is === should ? [] : [`${what}: ${is} instead of ${should}`]

/** Whom the person blocks as the device has it: a block that was refused counts there all the same. */
const blockedOn = ({ disk }: SimDevice, userId: string): Set<unknown> =>
  new Set(
    documentsOn(disk, userId, 'relations').flatMap((doc) =>
      doc['is_blocked'] === true && !doc._deleted ? [doc['other_id']] : [],
    ),
  )

function countUnread(
  { server }: Simulation,
  userId: string,
  blocked: Set<unknown>,
): { unreadMessages: number; unreadNotifications: number } {
  const notifications = server
    .visibleRows(userId, 'notifications')
    .filter((row) => !blocked.has(row['sender_id']))
  return {
    unreadMessages: server
      .visibleRows(userId, 'conversations')
      .filter((row) => !blocked.has(row['user1_id']) && !blocked.has(row['user2_id']))
      .reduce(
        (sum, row) =>
          sum + Number(row[row['user1_id'] === userId ? 'user1_unread_count' : 'user2_unread_count'] ?? 0),
        0,
      ),
    unreadNotifications: notifications.filter((row) => row['is_read'] !== true && row['is_deleted'] !== true)
      .length,
  }
}
