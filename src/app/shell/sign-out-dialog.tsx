import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useApp, useOnline, useValue } from '../app-context.ts'
import { leave, type Leaving } from '../leave.ts'
import { unsentOf } from '../store/store-state.ts'

type SignOutDialogProps = { open: boolean; onClose: () => void }

/** Signing out with unsent edits: send them now, keep them sealed on this device for this account, or discard them. */
export function SignOutDialog({ open, onClose }: SignOutDialogProps) {
  const app = useApp()
  const online = useOnline()
  const unsent = unsentOf(useValue(app.keeper.state))
  const [busy, setBusy] = useState<Leaving | null>(null)
  const [failed, setFailed] = useState(false)
  const go = async (how: Leaving) => {
    setBusy(how)
    setFailed(false)
    const left = await leave(app, how)
    setBusy(null)
    if (left) onClose()
    else setFailed(true)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="ログアウト"
      footer={
        <Button variant="quiet" onClick={onClose}>
          キャンセル
        </Button>
      }
    >
      <p>まだ送信していない変更が{unsent}件あります。</p>
      {failed && (
        <p role="alert" className="mt-3 text-sm text-danger">
          送信できませんでした。接続を確かめるか、ほかの方法を選んでください。
        </p>
      )}
      <div className="mt-5 grid gap-3">
        <Button variant="primary" busy={busy === 'send'} disabled={!online} onClick={() => void go('send')}>
          送信してからログアウト
        </Button>
        <Button busy={busy === 'keep'} onClick={() => void go('keep')}>
          端末に残してログアウト
        </Button>
        <p className="-mt-1 text-xs text-muted">
          このアカウントで次にログインしたときに送信します。ほかの人には見えません。
        </p>
        <Button variant="danger" busy={busy === 'discard'} onClick={() => void go('discard')}>
          変更を捨ててログアウト
        </Button>
      </div>
    </Dialog>
  )
}
