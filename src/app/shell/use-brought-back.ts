import { useEffect } from 'react'
import { showToast } from '#ui/toast.tsx'
import { useLive } from '#ui/use-live.ts'
import { useApp, useValue } from '../app-context.ts'
import { BROUGHT_BACK, ENDED } from './sign-out-copy.ts'

/** Says what came back of what was sealed on this device, and what did not open. */
export function useBroughtBack(): void {
  const state = useValue(useApp().keeper.state)
  const news = useLive(state.status === 'open' ? state.opened.broughtBack : null, null)
  useEffect(() => {
    if (news === null) return
    if (news.count > 0) showToast({ kind: 'blank', message: BROUGHT_BACK.returned(news.count) })
    const [first] = news.unopened
    if (first === undefined) return
    const giveUp = async (): Promise<void> => {
      const { forgetSealed } = await import('#sync/seal/sealed-database.ts')
      await forgetSealed(news.unopened.map(({ id }) => id))
    }
    const isNewer = first.reason === 'unknown_format'
    showToast({
      kind: 'error',
      message: isNewer ? BROUGHT_BACK.newer : BROUGHT_BACK.unopened,
      ...(!isNewer && { action: { label: ENDED.discard, run: () => void giveUp() } }),
    })
  }, [news])
}
