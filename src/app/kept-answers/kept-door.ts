import { serverNow } from '#platform/clock.ts'
import { firstValue, type ObservableValue } from '#platform/observable-value.ts'
import type { Settled } from '../session/session-state.ts'
import type { OpenedStore } from '../store/open-store.ts'
import { openKeptAnswers, VISITOR, type KeptAnswers } from './kept-answers.ts'

/** Leads to the kept answers of whoever is here. */
export type KeptDoor = {
  /** Who asks: the account's id, or VISITOR. */
  whose: () => Promise<string>
  /** What is kept for them; null when they are not here any more, or their database cannot be opened. Waits while it opens. */
  answersOf: (whose: string) => Promise<KeptAnswers | null>
}

export type KeptStoreState =
  | { status: 'opening' }
  | { status: 'closed' }
  | { status: 'failed' }
  | { status: 'open'; opened: Pick<OpenedStore, 'kept'> & { store: { userId: string } } }

type Surroundings = {
  session: { settled: () => Promise<Settled> }
  keeper: { state: ObservableValue<KeptStoreState> }
}

/** A person's answers are open as long as the rest of their databases, so that they leave together. */
export function createKeptDoor({ session, keeper }: Surroundings): KeptDoor {
  const visitors = openKeptAnswers(VISITOR, { now: serverNow })
  const whose = async (): Promise<string> => {
    const settled = await session.settled()
    return settled.status === 'signedIn' ? settled.userId : VISITOR
  }
  const isThere = (state: KeptStoreState): state is Exclude<KeptStoreState, { status: 'opening' }> =>
    state.status !== 'opening'
  return {
    whose,
    answersOf: async (asked) => {
      if ((await whose()) !== asked) return null
      if (asked === VISITOR) return visitors
      const state = await firstValue(keeper.state, isThere)
      return state.status === 'open' && state.opened.store.userId === asked ? state.opened.kept : null
    },
  }
}
