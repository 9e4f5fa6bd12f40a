import type { RxCollection } from 'rxdb/plugins/core'
import type { CollectionDefinition, SyncedDocument } from '../collections/definition.ts'
import { canonical } from '../collections/join.ts'
import { plain } from '../collections/live.ts'
import { COLLECTIONS, type CollectionName } from '../collections/registry.ts'
import { writeDocument } from '../collections/write.ts'
import { noteRepull } from '../replication/epochs.ts'
import type { Store } from '../store.ts'
import type { ParkedEdit } from './parked.ts'

/** Sends a parked edit again, joined with what the device holds by now. */
export async function retryParked(store: Store, edit: ParkedEdit): Promise<void> {
  const { collection, definition } = partsOf(store, edit.collection)
  const parked = definition.parse(edit.document)
  if (parked !== undefined) {
    // Order matters: a crash after the write only sends the edit; a crash after forgetting would lose it
    await writeDocument(collection, edit.id, (current) => {
      const joined = current === undefined ? parked : definition.merge(current, parked)
      return { ...joined, retries: (current?.retries ?? 0) + 1 }
    })
  }
  await store.outbox.release([[edit.collection, edit.id]])
}

/** Gives a parked edit up: the document returns to the server's state, as last known, and is pulled again. */
export async function discardParked(store: Store, edit: ParkedEdit): Promise<void> {
  const { collection, definition } = partsOf(store, edit.collection)
  const current = await collection.findOne(edit.id).exec()
  if (current !== null && canonical(plain(current)) === canonical(edit.document)) {
    const base = edit.base === null ? undefined : definition.parse(edit.base)
    if (base === undefined) await current.remove()
    else await current.modify(() => base)
  }
  await noteRepull(store.outbox, edit.collection)
  await store.outbox.forget([[edit.collection, edit.id]])
  store.channel.tell({ type: 'repull', collection: edit.collection })
}

/** What the person wrote, to be copied elsewhere; '' when the edit holds no text. */
export function copyText(edit: ParkedEdit): string {
  const { body, comment, report_body } = edit.document
  const text = body ?? comment ?? report_body ?? ''
  return typeof text === 'string' ? text : ''
}

type Parts = { collection: RxCollection<SyncedDocument>; definition: CollectionDefinition<SyncedDocument> }

function partsOf(store: Store, name: CollectionName): Parts {
  // The twelve collections have no common document type; here each meets only its own documents
  return {
    collection: store.collections[name] as unknown as RxCollection<SyncedDocument>,
    definition: COLLECTIONS[name] as unknown as CollectionDefinition<SyncedDocument>,
  }
}
