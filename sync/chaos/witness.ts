import type { DepartHow } from './app-account.ts'
import type { CollectionName } from '../collections/registry.ts'
import type { Change } from './doors/disk.ts'
import { type DiskDocument, documentOf, ownerOf } from './disk-documents.ts'
import type { Exchanged } from './network.ts'
import { comparable } from './comparable.ts'
import { claimsOf, type Claim } from './registers.ts'

/** An edit that a device stored: 端末に保存. */
export type LocalEdit = {
  device: string
  process: string
  userId: string
  generation: number
  collection: CollectionName
  id: string
  document: DiskDocument
  claims: Claim[]
  /** The device had nothing of it that waited. */
  isFirst: boolean
  /** True time, ms since the start. */
  at: number
}
export type Refusal = {
  device: string
  userId: string
  collection: CollectionName
  id: string
  code: string
  at: number
  row: Record<string, unknown>
  exchanged: Exchanged
}

export type Departed = {
  device: string
  userId: string
  how: DepartHow
  from: number
  until: number
}

type Commit = { device: string; process: string; database: string; changes: Change[] }

/** What was seen of all devices' disks and of all requests, and the complaints about it. It never asks the engine. */
export type Witness = {
  edits: LocalEdit[]
  refusals: Refusal[]
  /** Every state of a row that the server told anybody, by collection, id and version. */
  told: Map<string, Set<string>>
  /** Rows that a push was answered with, or that were refused: when each edit's row last reached the server. */
  arrived: {
    device: string
    collection: CollectionName
    id: string
    row: Record<string, unknown>
    at: number
  }[]
  /** What people decided about parked edits. */
  decisions: {
    device: string
    decision: 'retry' | 'discard'
    collection: CollectionName
    id: string
    at: number
  }[]
  /** Accounts that left devices, or tried to; `until` is Infinity for one that did not end. */
  departures: Departed[]
  /** When a process learned that the account leaves the device: what it stores from then on it acknowledges to nobody. */
  leavings: { process: string; from: number; until: number }[]
  rejections: { device: string; collection: string; id: string; at: number }[]
  complaints: string[]
  sawDecision(
    device: string,
    decision: 'retry' | 'discard',
    edit: { collection: CollectionName; id: string },
  ): void
  sawCommit(commit: Commit): void
  sawExchange(exchanged: Exchanged): void
  /** A push was refused as a whole; its rows may be given up for it. */
  sawRejection(device: string, body: string): void
}

type RowAnswer = { id: string; result: string; code?: string; row?: Record<string, unknown> }

export function createWitness(now: () => number): Witness {
  const waiting = new Set<string>()
  const witness: Witness = {
    edits: [],
    refusals: [],
    told: new Map(),
    arrived: [],
    decisions: [],
    departures: [],
    leavings: [],
    rejections: [],
    complaints: [],
    sawRejection: (device, body) => {
      const { batches } = JSON.parse(body) as { batches: Record<string, { id: string }[]> }
      for (const [collection, rows] of Object.entries(batches))
        for (const { id } of rows) witness.rejections.push({ device, collection, id, at: now() })
    },
    sawDecision: (device, decision, { collection, id }) =>
      void witness.decisions.push({ device, decision, collection, id, at: now() }),
    sawCommit: ({ device, process, database, changes }) => {
      const owner = ownerOf(database)
      if (owner === undefined) return
      for (const { store, value } of changes) {
        if (store !== 'docs' || value === undefined) continue
        const document = documentOf(value)
        const place = `${device} ${database} ${document.id}`
        const isFirst = !waiting.has(place)
        if (document._deleted || document.row_version > 0) waiting.delete(place)
        else waiting.add(place)
        if (document._deleted) continue
        if (document.row_version > 0) checkSaved(device, owner.collection, document)
        else
          witness.edits.push({
            ...owner,
            device,
            process,
            id: document.id,
            document,
            claims: claimsOf(owner.collection, document),
            isFirst,
            at: now(),
          })
        checkOwner(device, owner.userId, owner.collection, document)
      }
    },
    sawExchange: (exchanged) => {
      const { device, name, userId, body, status, answer, process } = exchanged
      if (status !== 200) return
      if (name === 'sync_pull') {
        const collections = answer['collections'] as Record<string, { rows: Record<string, unknown>[] }>
        for (const [collection, { rows }] of Object.entries(collections))
          for (const row of rows) tell(collection as CollectionName, row)
        return
      }
      const batches = body['batches'] as Record<CollectionName, Record<string, unknown>[]>
      const answers = answer['answers'] as Record<CollectionName, RowAnswer[]>
      for (const [key, rows] of Object.entries(batches)) {
        const collection = key as CollectionName
        for (const [place, row] of rows.entries()) {
          const said = answers[collection]?.[place]
          const id = String(row['id'])
          const owner = row['user_id'] ?? row['sender_id'] ?? userId
          if (owner !== userId)
            complain(`${process.name} sent ${collection}/${id} of ${JSON.stringify(owner)} as ${userId}`)
          if (said?.row) tell(collection, said.row)
          if (said?.result === 'refused')
            witness.refusals.push({
              device,
              userId,
              collection,
              id,
              code: said.code ?? '',
              at: now(),
              row,
              exchanged,
            })
          else if (said?.result !== 'later') witness.arrived.push({ device, collection, id, row, at: now() })
        }
      }
    },
  }

  const complain = (text: string): void => void witness.complaints.push(`at ${Math.round(now())} ms: ${text}`)

  const tell = (collection: CollectionName, row: Record<string, unknown>): void => {
    const key = `${collection}/${String(row['id'])}@${String(row['row_version'])}`
    const states = witness.told.get(key) ?? new Set<string>()
    witness.told.set(key, states)
    states.add(comparable(collection, row))
  }

  /** 保存済み is shown only for what the server has said. */
  const checkSaved = (device: string, collection: CollectionName, document: DiskDocument): void => {
    const states = witness.told.get(`${collection}/${document.id}@${document.row_version}`)
    const mine = comparable(collection, document)
    if (states?.has(mine) !== true)
      complain(
        `${device} shows ${collection}/${document.id} as saved, but of that version the server said ${[...(states ?? [])].join(' or ') || 'nothing'}, not ${mine}`,
      )
  }

  const checkOwner = (
    device: string,
    userId: string,
    collection: CollectionName,
    document: DiskDocument,
  ): void => {
    const owners = OWNERS[collection].map((column) => document[column])
    if (owners.length > 0 && !owners.includes(userId))
      complain(`${device} stored ${collection}/${document.id} in the store of ${userId}`)
  }
  return witness
}

/** Columns of which one names the person whose store a document may be in. */
const OWNERS: Record<CollectionName, string[]> = {
  videos: [],
  profiles: [],
  favorites: ['user_id'],
  ratings: ['user_id'],
  notifications: ['user_id'],
  notification_reads: ['user_id'],
  conversations: ['user1_id', 'user2_id'],
  messages: ['sender_id', 'recipient_id'],
  connections: ['user_id', 'connected_user_id'],
  history: ['user_id'],
  settings: ['user_id'],
  relations: ['user_id'],
}
