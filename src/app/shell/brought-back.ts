import { showToast } from '#ui/toast.tsx'
import type { BroughtBack } from '../store/bring-back.ts'
import { BROUGHT_BACK, ENDED } from './sign-out-copy.ts'

/** Says what came back of what was sealed on this device, and what did not open. */
export function tellBroughtBack({ count, unopened }: BroughtBack): void {
  if (count > 0) showToast({ kind: 'blank', message: BROUGHT_BACK.returned(count) })
  const [first] = unopened
  if (first === undefined) return
  const giveUp = async (): Promise<void> => {
    const { forgetSealed } = await import('#sync/seal/sealed-database.ts')
    await forgetSealed(unopened.map(({ id }) => id))
  }
  const isNewer = first.reason === 'unknown_format'
  showToast({
    kind: 'error',
    message: isNewer ? BROUGHT_BACK.newer : BROUGHT_BACK.unopened,
    ...(!isNewer && { action: { label: ENDED.discard, run: () => void giveUp() } }),
  })
}
