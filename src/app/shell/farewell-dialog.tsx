import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { Farewell } from '../app.ts'
import { useApp } from '../app-context.ts'
import { noteError } from '../last-errors.ts'
import { ENDED } from './sign-out-copy.ts'

/** The session ended without anybody asking, and something was not sent: what became of it, and what can be done. */
export function FarewellDialog({ farewell }: { farewell: Farewell }) {
  const app = useApp()
  const navigate = useNavigate()
  const [discarding, setDiscarding] = useState(false)
  const { departure } = farewell
  const close = () => app.farewell.set(null)
  const discard = async (): Promise<void> => {
    setDiscarding(true)
    const { giveUp } = await import('../store/give-up.ts')
    const message = await giveUp(farewell).then(
      () => ENDED.discarded,
      (error: unknown) => {
        noteError(error)
        return ENDED.notDiscarded
      },
    )
    showToast({ kind: message === ENDED.discarded ? 'blank' : 'error', message })
    close()
  }
  return (
    <Dialog open onClose={close} title={ENDED.title}>
      <p>{ENDED[departure.remainder](departure.count)}</p>
      <div className="mt-5 grid gap-3">
        <Button
          wide
          variant="primary"
          onClick={() => {
            close()
            void navigate({ to: '/login' })
          }}
        >
          {ENDED.signIn}
        </Button>
        <Button wide onClick={close}>
          {ENDED.keep}
        </Button>
        <Button wide variant="danger" busy={discarding} onClick={() => void discard()}>
          {ENDED.discard}
        </Button>
      </div>
    </Dialog>
  )
}
