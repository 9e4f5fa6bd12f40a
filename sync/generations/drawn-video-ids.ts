import { videoIdOf } from '#domain/video-id.ts'
import type { SyncedDocument } from '../collections/definition.ts'
import { splitName, type StoreDatabase } from './names.ts'
import type { OlderEdit, OlderStore } from './older-store.ts'
import { openExisting, readByIds } from './raw-database.ts'

/** Up to this generation the server drew the ids of videos; now they are computed from their YouTube ids. */
const LAST_DRAWN = 1

type Named = { collection: string; id: string }

/**
 * What an older store says of videos, by the ids that they have now. Its own videos tell which these are; an id
 * that none of them has stays as it is.
 */
export async function withComputedVideoIds(
  older: OlderStore,
  databases: StoreDatabase[],
): Promise<OlderStore> {
  const videos = databases.find(({ collection }) => collection === 'videos')
  if (splitName(older.name).generation > LAST_DRAWN || videos === undefined) return older
  // None is withdrawn: a favourite or a view that is taken away keeps its document
  const named: Named[] = [...older.edits, ...older.parked, ...older.sends, ...older.overruled]
  const computed = await computedIds(
    videos.name,
    named.filter(isOfVideo).map(({ id }) => videoIn(id)),
  )
  const idOf = (one: Named): string => {
    const now = isOfVideo(one) ? computed.get(videoIn(one.id)) : undefined
    return now === undefined ? one.id : `${one.id.slice(0, one.id.indexOf('|'))}|${now}`
  }
  const renamed = <One extends Named>(one: One): One => ({ ...one, id: idOf(one) })
  const withIds = <Content extends object>(one: Named, content: Content): Content => {
    const id = idOf(one)
    return id === one.id ? content : { ...content, id, video_id: videoIn(id) }
  }
  return {
    ...older,
    edits: older.edits.map((edit): OlderEdit => {
      const document: SyncedDocument | undefined = edit.document && withIds(edit, edit.document)
      return { ...renamed(edit), document }
    }),
    parked: older.parked.map((edit) => ({
      ...renamed(edit),
      document: withIds(edit, edit.document),
      base: edit.base && withIds(edit, edit.base),
    })),
    sends: older.sends.map(renamed),
    overruled: older.overruled.map(renamed),
  }
}

/** Whose ids are `<person>|<video>`, by the video's UUID. */
const isOfVideo = ({ collection }: Named): boolean => collection === 'favorites' || collection === 'history'
const videoIn = (id: string): string => id.slice(id.indexOf('|') + 1)

async function computedIds(database: string, drawn: string[]): Promise<Map<string, string>> {
  const videos = drawn.length === 0 ? undefined : await openExisting(database)
  if (videos === undefined) return new Map()
  try {
    const rows = await readByIds(videos, 'docs', [...new Set(drawn)])
    return new Map(rows.map((row) => [String(row['id']), videoIdOf(String(row['youtube_id']))]))
  } finally {
    videos.close()
  }
}
