import { useRef, useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useLive } from '#ui/use-live.ts'
import { useApp, useOnline, useValue } from '../app-context.ts'
import { sendNow, type Leaving } from '../before-leaving.ts'
import { leave } from '../leave.ts'
import { allOf, sendable } from '../store/waiting-work.ts'
import { SIGN_OUT } from './sign-out-copy.ts'

type SignOutDialogProps = {
  leaving: Leaving
  goHome: () => Promise<void>
  onClose: () => void
  onLeft: () => void
}
type Doing = 'send' | 'seal' | 'discard'
type Problem = 'offline' | 'failed' | 'someLeft' | 'notLeft'

/** Signing out with something that the server does not have: send it now, keep it sealed on this device, or give it up. */
export function SignOutDialog({ leaving, goHome, onClose, onLeft }: SignOutDialogProps) {
  const { work, doing, problem, canSeal, send, go, stop } = useSignOut(leaving, goHome, onLeft)
  const left = sendable(work)
  const cannotTell = leaving.work$ === null
  // While the person was asked, all of it arrived or was taken back
  const nothingWaits = !cannotTell && allOf(work) === 0
  return (
    <Dialog
      open
      onClose={doing === null ? onClose : stop}
      title={SIGN_OUT.title}
      footer={
        <Button
          variant="quiet"
          onClick={doing === 'send' ? stop : onClose}
          busy={doing === 'seal' || doing === 'discard'}
        >
          {doing === 'send' ? SIGN_OUT.stopSending : SIGN_OUT.cancel}
        </Button>
      }
    >
      <p>
        {cannotTell
          ? SIGN_OUT.unreadable
          : nothingWaits
            ? SIGN_OUT.nothingWaits
            : SIGN_OUT.waiting(allOf(work))}
      </p>
      <ul className="mt-3 grid gap-1 text-sm">
        {work.edits.map(({ collection, count }) => (
          <Kind key={collection} name={SIGN_OUT.kind(collection)} count={count} />
        ))}
        <Kind name={SIGN_OUT.refused} count={work.refused} />
        <Kind
          name={cannotTell || doing !== null ? SIGN_OUT.drafts : <DraftsLink onClick={onClose} />}
          count={work.drafts}
        />
      </ul>
      <p role="status" className="mt-3 text-sm text-muted empty:hidden">
        {doing === 'send' && left > 0 && SIGN_OUT.sending(left)}
      </p>
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {SIGN_OUT[problem]}
        </p>
      )}
      {nothingWaits ? (
        <Button wide variant="primary" busy={doing !== null} onClick={() => go('seal')} className="mt-5">
          {SIGN_OUT.leave}
        </Button>
      ) : (
        <Ways {...{ work, doing, canSeal, cannotTell, send, go }} />
      )}
    </Dialog>
  )
}

type WaysProps = Pick<ReturnType<typeof useSignOut>, 'work' | 'doing' | 'canSeal' | 'send' | 'go'> & {
  cannotTell: boolean
}

/** Sending, sealing and giving up, each with what it means. */
function Ways({ work, doing, canSeal, cannotTell, send, go }: WaysProps) {
  const left = sendable(work)
  return (
    <div className="mt-5 grid gap-5">
      {left > 0 && (
        <Way note={`${SIGN_OUT.sendNote}${work.drafts > 0 && canSeal ? SIGN_OUT.sendDraftsNote : ''}`}>
          <Button
            wide
            variant="primary"
            busy={doing === 'send'}
            disabled={doing !== null && doing !== 'send'}
            onClick={send}
          >
            {SIGN_OUT.send}
          </Button>
        </Way>
      )}
      {!cannotTell && (
        <Way note={canSeal ? SIGN_OUT.sealNote : SIGN_OUT.cannotSeal}>
          <Button
            wide
            busy={doing === 'seal'}
            disabled={!canSeal || (doing !== null && doing !== 'seal')}
            onClick={() => go('seal')}
          >
            {SIGN_OUT.seal}
          </Button>
        </Way>
      )}
      <Way note={SIGN_OUT.discardNote}>
        <Button
          wide
          variant="danger"
          busy={doing === 'discard'}
          disabled={doing !== null && doing !== 'discard'}
          onClick={() => go('discard')}
        >
          {SIGN_OUT.discard}
        </Button>
      </Way>
    </div>
  )
}

function useSignOut(leaving: Leaving, goHome: () => Promise<void>, onLeft: () => void) {
  const app = useApp()
  const online = useOnline()
  const state = useValue(app.keeper.state)
  const work = useLive(leaving.work$, leaving.work)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const cancelling = useRef<AbortController>(null)

  const go = async (how: 'seal' | 'discard'): Promise<void> => {
    setDoing(how)
    setProblem(null)
    const left = await leave(app, how, goHome)
    setDoing(null)
    if (left) onLeft()
    else setProblem('notLeft')
  }
  const send = async (): Promise<void> => {
    if (state.status !== 'open') return
    cancelling.current = new AbortController()
    setProblem(null)
    setDoing('send')
    const outcome = await sendNow(state.opened, leaving, online, cancelling.current.signal)
    // Drafts cannot be sent, and whatever was stored since then was not: sealed
    if (outcome === 'sent') return go('seal')
    setDoing(null)
    if (outcome !== 'cancelled') setProblem(outcome)
  }
  return {
    work,
    doing,
    problem,
    canSeal: leaving.canSeal,
    go: (how: 'seal' | 'discard') => void go(how),
    send: () => void send(),
    stop: () => cancelling.current?.abort(),
  }
}

/** Where they can be read and copied: some belong to a conversation that has ended. */
function DraftsLink({ onClick }: { onClick: () => void }) {
  return (
    <Link to="/profile/sync" hash="sync-drafts" onClick={onClick}>
      {SIGN_OUT.drafts}
    </Link>
  )
}

function Kind({ name, count }: { name: ReactNode; count: number }) {
  if (count === 0) return null
  return (
    <li className="flex justify-between gap-4 border-b border-line py-1.5">
      <span>{name}</span>
      <span className="shrink-0 tabular-nums">{SIGN_OUT.count(count)}</span>
    </li>
  )
}

/** One way out, with what it means. */
function Way({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      {children}
      <p className="text-xs text-muted">{note}</p>
    </div>
  )
}
