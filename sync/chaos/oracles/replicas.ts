import { COLLECTION_NAMES, PULLED_NAMES } from '../../collections/registry.ts'
import { comparable } from '../comparable.ts'
import type { SimDevice } from '../device.ts'
import { documentsOn, parkedOn } from '../disk-documents.ts'
import type { Simulation } from '../simulation.ts'

/** Every device holds what the server lets its person see, with that content and that version, and nothing else but what is parked. */
export function replicasEqualServer({ server, devices }: Simulation): string[] {
  return [...devices.values()].flatMap((device) => {
    const { userId, name, disk } = device
    if (userId === undefined) return [`nobody is signed in on ${name}`]
    const parked = new Set(parkedOn(disk, userId).map(({ collection, id }) => `${collection}/${id}`))
    return PULLED_NAMES.flatMap((collection) => {
      // Of a full device the catalogue is given up, until a page is opened anew
      if (collection === 'videos' && disk.wasFull) return []
      const wanted = new Map(server.visibleRows(userId, collection).map((row) => [row.id, row]))
      const held = new Map(
        documentsOn(disk, userId, collection).flatMap((document) =>
          document._deleted ? [] : [[document.id, document]],
        ),
      )
      const ids = [...new Set([...wanted.keys(), ...held.keys()])]
      return ids.flatMap((id) => {
        if (parked.has(`${collection}/${id}`)) return []
        const [row, document] = [wanted.get(id), held.get(id)]
        const where = `${name}: ${collection}/${id}`
        if (row === undefined)
          return [`${where} is on the device, but the server does not show it: ${JSON.stringify(document)}`]
        if (document === undefined)
          return [`${where} is on the server, but not on the device: ${JSON.stringify(row)}`]
        if (document.row_version === 0) return [`${where} is still not saved: ${JSON.stringify(document)}`]
        const [theirs, mine] = [comparable(collection, row), comparable(collection, document)]
        if (theirs !== mine) return [`${where} differs: the server has ${theirs}, the device ${mine}`]
        if (row.row_version !== document.row_version)
          return [`${where}: version ${row.row_version} on the server, ${document.row_version} on the device`]
        return []
      })
    })
  })
}

/** Nothing waits any more: what is unsaved is parked. */
export function nothingWaits(simulation: Simulation): string[] {
  return [...simulation.devices.values()].flatMap((device) =>
    device.userId === undefined ? [] : waitingOn(device, device.userId),
  )
}

function waitingOn({ name, disk }: SimDevice, userId: string): string[] {
  const parked = new Set(parkedOn(disk, userId).map(({ collection, id }) => `${collection}/${id}`))
  return COLLECTION_NAMES.flatMap((collection) =>
    documentsOn(disk, userId, collection)
      .filter(
        ({ id, row_version, _deleted }) =>
          row_version === 0 && !_deleted && !parked.has(`${collection}/${id}`),
      )
      .map(({ id }) => `${name}: ${collection}/${id} still waits to be sent`),
  )
}
