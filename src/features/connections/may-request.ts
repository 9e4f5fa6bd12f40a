import { map, type Observable } from 'rxjs'
import { premiumStatus } from '#domain/premium.ts'
import type { Store } from '#sync/store.ts'

/**
 * Whether the person may ask for connections (spec §4), as far as the device knows. With a verified phone, of which only the server knows, a woman may
 * (`with-phone`), and whoever has told no gender still could (`with-gender-and-phone`). `unknown`: their own profile has not arrived.
 */
export type MayRequest = 'yes' | 'with-phone' | 'with-gender-and-phone' | 'no' | 'unknown'

export const mayRequest = (store: Store): Observable<MayRequest> =>
  store.collections.profiles.findOne(store.userId).$.pipe(
    map((found): MayRequest => {
      const own = found?.toMutableJSON()
      if (own === undefined) return 'unknown'
      if (premiumStatus(own, store.now()).isActive) return 'yes'
      if (own.gender === 'female') return 'with-phone'
      return own.gender ? 'no' : 'with-gender-and-phone'
    }),
  )
