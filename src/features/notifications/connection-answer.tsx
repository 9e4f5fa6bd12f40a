import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ALREADY_ANSWERED, ANSWERED, type Answer } from '#domain/connection-answer.ts'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import type { NotificationItem } from '#sync/collections/notification-list.ts'
import {
  type AnswerConnection,
  earlierAnswer,
  isRequestGone,
  type RequestState,
  requestState,
} from '#sync/collections/connection-answers.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY, failureSentence } from './copy.ts'
import { type ActionOutcome, actOnNotification } from './notification-action.ts'
import { connectionIdOf } from './notification-link.ts'

type Failed = Extract<ActionOutcome, { ok: false }>

type ConnectionAnswerProps = {
  store: Store
  notification: NotificationItem
  answerConnection: AnswerConnection
  /** In the dropdown the spec has sentences of its own. */
  inDropdown: boolean
}

/** 承認 and 拒否 on a connection request: answered once, on the device first. */
export function ConnectionAnswer(props: ConnectionAnswerProps) {
  const { store, notification, answerConnection, inDropdown } = props
  const id = connectionIdOf(notification)
  const request$ = useMemo(() => (id === undefined ? null : requestState(store, id)), [store, id])
  const request = useLive<RequestState | undefined>(request$, undefined)
  const gone$ = useMemo(
    () => (id === undefined ? null : isRequestGone(store, id, notification.created_at)),
    [store, id, notification.created_at],
  )
  const isGone = useLive(gone$, false)
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null)
  const [answer, setAnswer] = useState<{ accept: boolean; result: ActionOutcome } | null>(null)

  async function send(accept: boolean) {
    setBusy(accept ? 'accept' : 'reject')
    const action = accept ? 'accept' : 'reject'
    const result = await actOnNotification({ store, id: notification.id, action, answerConnection })
    setBusy(null)
    setAnswer({ accept, result })
    if (result.ok) {
      showToast({ kind: 'success', message: ANSWERED[accept ? 'connected' : 'rejected'] })
      if (id !== undefined) earlierAnswer(store, id, accept).subscribe(tellEarlier)
      return
    }
    const toProfile = { label: COPY.toProfile, run: () => void navigate({ to: '/profile' }) }
    showToast({
      kind: 'error',
      message: failureText(result, inDropdown),
      ...(result.code === 'adult_required' && { action: toProfile }),
    })
  }

  const outcome = outcomeText(request, answer)
  if (outcome) {
    return (
      <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
        <Icon name={request?.sync === 'attention' ? 'alert' : 'checkCircle'} size={18} />
        {outcome}
        {request && <SyncBadge state={request.sync} onlyUnsaved />}
      </p>
    )
  }
  if (isGone) return <p className="mt-2 text-sm text-muted">{COPY.requestGone}</p>
  return (
    <div className="mt-3" role="group" aria-label={COPY.answerGroup(notification.title)}>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          busy={busy === 'accept'}
          disabled={busy === 'reject'}
          onClick={() => void send(true)}
        >
          {COPY.accept}
        </Button>
        <Button
          size="sm"
          busy={busy === 'reject'}
          disabled={busy === 'accept'}
          onClick={() => void send(false)}
        >
          {COPY.reject}
        </Button>
      </div>
    </div>
  )
}

const tellEarlier = (earlier: Answer) => showToast({ kind: 'error', message: ALREADY_ANSWERED[earlier] })

/** What became of the request, once it is decided: as the device knows it, or as it was answered just now. */
function outcomeText(
  request: RequestState | undefined,
  answer: { accept: boolean; result: ActionOutcome } | null,
): string | undefined {
  if (request?.sync === 'attention') return ERROR_SENTENCES.connection_answer_failed
  const given = answer?.result.ok ? (answer.accept ? 'connected' : 'rejected') : undefined
  if (request?.status === 'connected' || request?.status === 'rejected') {
    const isLate = request.isLate || (given !== undefined && given !== request.status)
    return isLate ? ALREADY_ANSWERED[request.status] : COPY[request.status]
  }
  if (given !== undefined) return COPY[given]
  if (answer?.result.ok === false && answer.result.code === 'connection_already_answered')
    return ALREADY_ANSWERED[answer.result.answer]
  return undefined
}

/** In the dropdown few failures have a sentence of their own. */
function failureText(failure: Failed, inDropdown: boolean): string {
  const { code } = failure
  if (!inDropdown || code === 'connection_already_answered' || code === 'adult_required')
    return failureSentence(failure)
  const isWithoutId = code === 'connection_metadata_missing' || code === 'connection_id_missing'
  return ERROR_SENTENCES[isWithoutId ? 'connection_info_missing' : 'operation_failed']
}
