import { map, type Observable } from 'rxjs'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import type { Store } from '#sync/store.ts'

/** One's own profile as the device holds it, null until it has arrived. */
export function ownProfile(store: Store): Observable<ProfileDocument | null> {
  return store.collections.profiles
    .findOne(store.userId)
    .$.pipe(map((found) => found?.toMutableJSON() ?? null))
}
