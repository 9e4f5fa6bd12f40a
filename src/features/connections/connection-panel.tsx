import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ALREADY_ANSWERED, ANSWERED } from '#domain/connection-answer.ts'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import { type ConnectionView, connectionWith } from '#sync/collections/connection-view.ts'
import {
  answerConnection,
  type ConnectionAnswer,
  earlierAnswer,
} from '#sync/collections/connection-answers.ts'
import type { Store } from '#sync/store.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { type MayRequest, mayRequest } from './may-request.ts'
import { WhoMayAsk } from './who-may-ask.tsx'

type RequestOutcome =
  /** How the two stand now: the other may have asked already, or an earlier request may have been answered. */
  | { ok: true; status: 'pending' | 'connected' | 'rejected'; isAskedOfMe: boolean }
  | {
      ok: false
      code:
        | 'adult_required'
        | 'premium_required'
        | 'connection_not_found'
        | 'too_many_requests'
        | 'signed_out'
        | 'offline'
        | 'failed'
    }

type AnswerFailure = Extract<ConnectionAnswer, { ok: false }>

type ConnectionPanelProps = {
  store: Store
  personId: string
  requestConnection: (personId: string) => Promise<RequestOutcome>
  /** In a list that says already what is asked: only the answers, on its own ground. */
  inList?: boolean
}

/** How two people stand to each other, and what can be done about it: ask (by the server), answer (on the device), write. */
export function ConnectionPanel({
  store,
  personId,
  requestConnection,
  inList = false,
}: ConnectionPanelProps) {
  const view$ = useMemo(() => connectionWith(store, personId), [store, personId])
  const view = useLive<ConnectionView | null>(view$, null)
  const may$ = useMemo(() => mayRequest(store), [store])
  const may = useLive<MayRequest | null>(may$, null)
  const [busy, setBusy] = useState(false)
  const [isTurnedAway, setIsTurnedAway] = useState(false)
  if (view === null || may === null) return null

  async function ask() {
    setBusy(true)
    const outcome = await requestConnection(personId)
    setBusy(false)
    if (!outcome.ok && outcome.code === 'premium_required') return setIsTurnedAway(true)
    if (!outcome.ok) return showToast({ kind: 'error', message: COPY[outcome.code] })
    showToast({ kind: 'success', message: toldOf(outcome) })
  }
  async function answer(connectionId: string, accept: boolean) {
    const outcome = await answerConnection(store, connectionId, accept)
    if (!outcome.ok) return showToast({ kind: 'error', message: answerFailure(outcome) })
    showToast({ kind: 'success', message: ANSWERED[accept ? 'connected' : 'rejected'] })
    earlierAnswer(store, connectionId, accept).subscribe((earlier) =>
      showToast({ kind: 'error', message: ALREADY_ANSWERED[earlier] }),
    )
  }

  const { status, connectionId, conversationId, isAskedOfMe, sync, isLate } = view
  // What was answered here, and the server did not take
  const isRefused = sync === 'attention'
  // Who turned the other down may think again; the other may not ask a second time
  const mayAsk = status === 'none' || connectionId === undefined || (status === 'rejected' && isAskedOfMe)
  // What the server says goes before what the device knows
  const mayNot = isTurnedAway || may === 'no' || may === 'with-gender-and-phone'
  return (
    <section
      data-sync={sync}
      className={classNames(
        'flex flex-wrap items-center gap-3 text-sm',
        !inList && 'rounded-lg bg-sunken px-4 py-3',
      )}
    >
      {isRefused && <p className="flex-1">{ERROR_SENTENCES.connection_answer_failed}</p>}
      {status === 'rejected' && !isRefused && <p>{isLate ? ALREADY_ANSWERED.rejected : COPY.rejected}</p>}
      {mayAsk && !isRefused && mayNot && <WhoMayAsk byPhone={may !== 'no'} isAnswer={isTurnedAway} />}
      {mayAsk && !isRefused && !mayNot && (
        <>
          <Button variant="primary" size="sm" busy={busy} onClick={() => void ask()}>
            {COPY.request}
          </Button>
          {may !== 'yes' && (
            <p className="min-w-0 flex-1 basis-48 text-xs text-muted [word-break:auto-phrase]">{COPY.rule}</p>
          )}
        </>
      )}
      {status === 'pending' && !isAskedOfMe && <p>{COPY.requested}</p>}
      {status === 'pending' && isAskedOfMe && connectionId !== undefined && (
        <>
          <p className={inList ? 'sr-only' : 'min-w-0 flex-1 basis-40'}>{COPY.asksYou}</p>
          <div className="flex gap-2">
            <Button variant="primary" size="sm" onClick={() => void answer(connectionId, true)}>
              {COPY.accept}
            </Button>
            <Button size="sm" onClick={() => void answer(connectionId, false)}>
              {COPY.reject}
            </Button>
          </div>
        </>
      )}
      {status === 'connected' && !isRefused && (
        <p className="flex-1">{isLate ? ALREADY_ANSWERED.connected : COPY.connected}</p>
      )}
      {conversationId !== undefined && (
        <Link
          to="/messages/$conversationId"
          params={{ conversationId }}
          className={buttonClass({ size: 'sm' })}
        >
          {COPY.message}
        </Link>
      )}
      <SyncBadge state={sync} onlyUnsaved />
    </section>
  )
}

function answerFailure(failure: AnswerFailure): string {
  if (failure.code === 'connection_already_answered') return ALREADY_ANSWERED[failure.answer]
  return failure.code === 'adult_required' ? COPY.adult_required : ERROR_SENTENCES[failure.code]
}

function toldOf({ status, isAskedOfMe }: Extract<RequestOutcome, { ok: true }>): string {
  if (status !== 'pending') return COPY[status]
  return isAskedOfMe ? COPY.asksYou : COPY.sent
}
