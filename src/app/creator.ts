import * as v from 'valibot'
import { firstValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import type { StoreState } from './store/store-state.ts'

type Decided = Exclude<StoreState, { status: 'opening' } | { status: 'closed' }>
const isDecided = (state: StoreState): state is Decided =>
  state.status === 'open' || state.status === 'failed'

const Creators = v.array(v.object({ id: v.string() }))

/** Is this person a creator? Known by their own profile on this device, also without a connection; else the server is asked, and a failed question is a no (spec §5). */
export async function isCreator(
  { keeper, rest }: Pick<App, 'keeper' | 'rest'>,
  userId: string,
): Promise<boolean> {
  const state = await firstValue(keeper.state, isDecided)
  if (state.status === 'open') {
    const own = await state.opened.store.collections.profiles.findOne(userId).exec()
    if (own?.youtuber_profile_id) return true
  }
  try {
    const { body } = await rest('youtuber_profiles', {
      params: { select: 'id', id: `eq.${userId}` },
      asPerson: true,
    })
    const rows = v.safeParse(Creators, body)
    return rows.success && rows.output.length > 0
  } catch {
    return false
  }
}
