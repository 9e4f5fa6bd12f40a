import { useId, useState, type FormEvent, type ReactNode } from 'react'
import {
  channelCode,
  channelQuery,
  channelUrlFrom,
  type ChannelFailure,
  type ChannelResult,
} from '#domain/channel.ts'
import type { Channel } from '#domain/creator.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useFormDraft } from '#ui/use-draft.ts'
import { CHANNEL_FAILURES, COPY } from './copy.ts'
import { CHANNEL_DRAFT, ChannelDraft } from './draft.ts'

export type ChannelFormProps = {
  userId: string
  online: boolean
  /** As it stands, when it is to be changed. */
  channel?: Channel
  action: string
  offlineNotice: string
  send: (channelUrl: string) => Promise<ChannelResult>
  onDone: () => void
  /** What must be agreed to first. */
  consent?: ReactNode
}

/**
 * The code that proves who runs a channel, and the address of the channel, which is read while it is typed.
 * Whatever fails, what was typed stays.
 */
export function ChannelForm({
  userId,
  online,
  channel,
  action,
  offlineNotice,
  send,
  onDone,
  consent,
}: ChannelFormProps) {
  const draft = useFormDraft(userId, CHANNEL_DRAFT, ChannelDraft)
  const typed = (draft.value ?? channel)?.channel_url ?? ''
  const [agreed, setAgreed] = useState(consent === undefined)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ChannelFailure | null>(null)
  const url = channelUrlFrom(typed)
  const urlProblem =
    url === undefined ? COPY.channelUrlBad : channelQuery(url) === null ? COPY.handleNeeded : undefined

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    setFailure(null)
    if (url === undefined || urlProblem !== undefined || !agreed || !online) return
    setBusy(true)
    const sent = await send(url)
    setBusy(false)
    if (!sent.ok) return setFailure(sent.code)
    draft.keep(null)
    onDone()
  }

  const notice = failure ? CHANNEL_FAILURES[failure] : online ? null : offlineNotice
  const urlHint =
    url !== undefined && urlProblem === undefined
      ? COPY.channelUrlRead(url)
      : url === undefined && typed.trim() !== ''
        ? COPY.channelUrlUnread
        : COPY.channelUrlHint
  return (
    <form noValidate aria-label={action} onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className={notice ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
        <p role="alert">{notice}</p>
      </div>
      <CodeSteps code={channelCode(userId)} action={action} />
      <OfferedForms draft={draft} words={(value) => value.channel_url} />
      <TextField
        label={COPY.channelUrl}
        hint={urlHint}
        type="text"
        inputMode="url"
        name="channel_url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setFailure(null)
          draft.keep({ channel_url: target.value })
        }}
        error={asked ? urlProblem : undefined}
      />
      {consent !== undefined && (
        <Consent agreed={agreed} onChange={setAgreed} missing={asked && !agreed}>
          {consent}
        </Consent>
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function CodeSteps({ code, action }: { code: string; action: string }) {
  return (
    <ol className="grid list-decimal gap-3 ps-5 text-sm [word-break:auto-phrase]">
      <li>
        {COPY.codeStep}
        <span className="mt-2 flex flex-wrap items-center gap-3">
          <code className="rounded-md bg-sunken px-3 py-2 wrap-anywhere select-all">{code}</code>
          <CopyButton text={code} />
        </span>
      </li>
      <li>{COPY.urlStep(action)}</li>
      <li>{COPY.afterStep}</li>
    </ol>
  )
}

type ConsentProps = {
  agreed: boolean
  onChange: (agreed: boolean) => void
  missing: boolean
  children: ReactNode
}

function Consent({ agreed, onChange, missing, children }: ConsentProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={agreed}
          onChange={({ target }) => onChange(target.checked)}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-error` : undefined}
          className="mt-1 size-5 shrink-0 accent-ink"
        />
        <label htmlFor={id} className="text-sm leading-[1.9]">
          {children}
        </label>
      </div>
      {missing && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {COPY.consentMissing}
        </p>
      )}
    </div>
  )
}
