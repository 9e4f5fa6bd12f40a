import { combineLatest, map, type Observable } from 'rxjs'
import { unsavedKeys } from '#sync/activity.ts'
import type { CollectionName } from '#sync/collections/registry.ts'
import { editKey } from '#sync/outbox/parked.ts'
import type { Store } from '#sync/store.ts'

/** What the person did on purpose stands so: how many edits are on their way, and which the server refused, `collection/id` → when (ms). */
export type Standing = { waiting: number; refused: ReadonlyMap<string, number> }

/** What the app notes by itself (what was watched and read) is nothing to speak of. */
const UNSPOKEN: readonly string[] = [
  'history',
  'notification_reads',
  'conversations',
] satisfies CollectionName[]
const isSpoken = (key: string): boolean => !UNSPOKEN.includes(key.slice(0, key.indexOf('/')))

/** Told anew with every edit, also where the numbers stay. */
export function watchStanding(store: Store): Observable<Standing> {
  return combineLatest([unsavedKeys(store), store.outbox.parked$]).pipe(
    map(([unsaved, parked]) => {
      const refused = new Map(parked.map((edit) => [editKey(edit.collection, edit.id), edit.parkedAt]))
      const waiting = unsaved.filter((key) => isSpoken(key) && !refused.has(key))
      return { waiting: waiting.length, refused }
    }),
  )
}

/** How it stood when something was last said, and whether anything was on its way since. */
export type Heard = Standing & { worked: boolean }

/** What to say aloud now that things have settled; empty when it is nothing new. */
export function syncNews(heard: Heard, now: Standing, online: boolean): string {
  // As many as before may be others, or one that was edited and refused once more
  const isRefusedAnew = [...now.refused].some(([key, at]) => heard.refused.get(key) !== at)
  if (isRefusedAnew) return `要対応が${now.refused.size}件あります。同期センターでご確認ください。`
  if (now.waiting === 0) return heard.worked ? '保存済みです。' : ''
  if (heard.waiting === 0 && !online) return '端末に保存しました。接続すると送信します。'
  return ''
}
