import { useEffect } from 'react'
import { useLive } from '#ui/use-live.ts'
import { useApp, useValue } from '../app-context.ts'
import { noteError } from '../last-errors.ts'

/** Has it told what came back of what was sealed on this device, and what did not open. */
export function useBroughtBack(): void {
  const state = useValue(useApp().keeper.state)
  const news = useLive(state.status === 'open' ? state.opened.broughtBack : null, null)
  useEffect(() => {
    if (news === null || (news.count === 0 && news.unopened.length === 0)) return
    import('./brought-back.ts').then(({ tellBroughtBack }) => tellBroughtBack(news)).catch(noteError)
  }, [news])
}
