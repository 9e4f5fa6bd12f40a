import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Account } from '#domain/account.ts'
import type { ObservableValue } from '#platform/observable-value.ts'
import type { Store } from '#sync/store.ts'
import type { App } from './app.ts'
import type { SessionState } from './session/session-state.ts'

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('AppContext is missing')
  return app
}

export const useValue = <T>(value: Pick<ObservableValue<T>, 'listen' | 'read'>): T =>
  useSyncExternalStore(value.listen, value.read)

export const useSession = (): SessionState => useValue(useApp().session.state)
export const useAccount = (): Account | null => useValue(useApp().account)
export const useOnline = (): boolean => useValue(useApp().connectivity.online)

/** The signed-in person's database, null while it opens and when nobody is signed in. */
export function useStore(): Store | null {
  const state = useValue(useApp().keeper.state)
  return state.status === 'open' ? state.opened.store : null
}
