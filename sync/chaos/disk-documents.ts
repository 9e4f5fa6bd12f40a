import { COLLECTION_NAMES, type CollectionName } from '../collections/registry.ts'
import { SESSION_DATABASE, SESSION_KEY } from '../session/session-storage.ts'
import { readSession } from '../session/stored-session.ts'
import type { Disk } from './doors/disk.ts'

/** Whose session is stored on a disk. */
export function signedInOn(disk: Disk): string | undefined {
  const entries = disk.databases.get(SESSION_DATABASE)?.stores.get('entries')?.records
  const session = entries?.find(({ key }) => key === SESSION_KEY)?.value
  return typeof session === 'string' ? readSession(session)?.user.id : undefined
}

/** A document as it lies on a disk, read without the engine. */
export type DiskDocument = Record<string, unknown> & { id: string; row_version: number; _deleted: boolean }

/** Whose what of which local generation a database holds (`collection` undefined for an outbox), undefined when it holds nothing of an account. */
export function readName(
  database: string,
): { userId: string; generation: number; collection: string | undefined } | undefined {
  const found = /^(?:rxdb-dexie-mirutomo|mirutomo-outbox)-([0-9a-f-]{36})(?:-g(\d+))?(?:--\d+--(.+))?$/.exec(
    database,
  )
  if (found?.[1] === undefined) return undefined
  return { userId: found[1], generation: Number(found[2] ?? 1), collection: found[3] }
}

/** Which account's which collection of which local generation a database holds, undefined when it holds none. */
export function ownerOf(
  database: string,
): { userId: string; generation: number; collection: CollectionName } | undefined {
  const found = readName(database)
  const collection = COLLECTION_NAMES.find((name) => name === found?.collection)
  return found === undefined || collection === undefined ? undefined : { ...found, collection }
}

/** What RxDB stored, in the form that it was given: an indexed boolean lies there as '1' or '0'. */
export function documentOf(stored: unknown): DiskDocument {
  const { _meta, _rev, _attachments, ...rest } = stored as Record<string, unknown>
  const entries = Object.entries(rest).map(([key, value]) => {
    const isFlag =
      (key.startsWith('is_') || key === 'on_shelf' || key === '_deleted') && typeof value === 'string'
    return [key, isFlag ? value === '1' : value]
  })
  return Object.fromEntries(entries) as DiskDocument
}

/** Everything that a device holds of a collection of an account, over all generations of its store or in one. */
export function documentsOn(
  disk: Disk,
  userId: string,
  collection: CollectionName,
  generation?: number,
): DiskDocument[] {
  return [...disk.databases.values()].flatMap(({ name, stores }) => {
    const found = readName(name)
    if (found?.userId !== userId || found.collection !== collection) return []
    if (generation !== undefined && found.generation !== generation) return []
    return (stores.get('docs')?.records ?? []).map(({ value }) => documentOf(value))
  })
}

export type ParkedOnDisk = {
  collection: CollectionName
  id: string
  code: string
  document: Record<string, unknown>
}

export function parkedOn(disk: Disk, userId: string): ParkedOnDisk[] {
  return [...disk.databases.values()].flatMap(({ name, stores }) =>
    name.startsWith(`mirutomo-outbox-${userId}`)
      ? (stores.get('parked')?.records ?? []).map(({ value }) => value as ParkedOnDisk)
      : [],
  )
}

export type SealedOnDisk = { id: string; handle: string }

/** What is sealed on a device, whoever's it is. */
export const sealedOn = (disk: Disk): SealedOnDisk[] =>
  (disk.databases.get('mirutomo-sealed')?.stores.get('remainders')?.records ?? []).map(
    ({ value }) => value as SealedOnDisk,
  )
