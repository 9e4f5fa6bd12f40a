import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EventPhase, EventResult, SeenEvent } from '#domain/event.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY, FAILURES } from './copy.ts'
import type { EventServer } from './event-screen.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one is that of the event that is edited here. */
    isFromEvent?: true
  }
}

type EventActionsProps = {
  event: SeenEvent
  phase: EventPhase
  isFull: boolean
  isSignedIn: boolean
  online: boolean
  server: EventServer
  onChanged: () => void
}

const ASKS = {
  leave: { title: COPY.leaveAsk, body: COPY.leaveBody, yes: COPY.leave, done: COPY.leftDone },
  cancel: { title: COPY.cancelAsk, body: COPY.cancelBody, yes: COPY.cancelDo, done: COPY.cancelledDone },
}

/** What can be done now: join, leave, edit or cancel. Nothing of an event that is over or cancelled. */
export function EventActions(props: EventActionsProps) {
  const { event, phase, isFull, isSignedIn, online, server, onChanged } = props
  const [asked, setAsked] = useState<keyof typeof ASKS | null>(null)
  const [busy, setBusy] = useState(false)
  if (phase === 'cancelled' || phase === 'over') return null

  const run = async (what: keyof EventServer, done: string): Promise<void> => {
    setBusy(true)
    const result: EventResult = await server[what](event.id)
    setBusy(false)
    setAsked(null)
    showToast(
      result.ok ? { kind: 'success', message: done } : { kind: 'error', message: FAILURES[result.code] },
    )
    // A refusal tells that what is shown is old
    onChanged()
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {event.role === 'organizer' && (
          <>
            <Link
              to="/events/$eventId/edit"
              params={{ eventId: event.id }}
              state={{ isFromEvent: true }}
              className={buttonClass({ variant: 'primary' })}
            >
              {COPY.edit}
            </Link>
            <Button disabled={!online} onClick={() => setAsked('cancel')}>
              {COPY.cancel}
            </Button>
          </>
        )}
        {event.role === 'participant' && (
          <Button disabled={!online} onClick={() => setAsked('leave')}>
            {COPY.leave}
          </Button>
        )}
        {event.role === 'none' &&
          (isSignedIn || isFull ? (
            <Button
              variant="primary"
              size="lg"
              busy={busy}
              disabled={!online || isFull}
              onClick={() => void run('join', COPY.joinedDone)}
            >
              {isFull ? COPY.fullJoin : COPY.join}
            </Button>
          ) : (
            <Link
              to="/login"
              search={{ from: `/events/${event.id}` }}
              className={buttonClass({ variant: 'primary', size: 'lg' })}
            >
              {COPY.joinLogin}
            </Link>
          ))}
      </div>
      {!online && isSignedIn && <p className="text-sm text-caution">{COPY.offlineWrite}</p>}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === null ? '' : ASKS[asked].title}
        footer={
          asked !== null && (
            <>
              <Button onClick={() => setAsked(null)}>{COPY.keep}</Button>
              <Button variant="danger" busy={busy} onClick={() => void run(asked, ASKS[asked].done)}>
                {ASKS[asked].yes}
              </Button>
            </>
          )
        }
      >
        <p className="[word-break:auto-phrase]">{asked !== null && ASKS[asked].body}</p>
      </Dialog>
    </div>
  )
}
