import { useId, useState, type FormEvent, type ReactNode } from 'react'
import {
  CHANNEL_TITLE_MAX_LENGTH,
  channelUrlFrom,
  type ChannelFailure,
  type ChannelResult,
} from '#domain/channel.ts'
import type { Channel } from '#domain/creator.ts'
import { isPlainName } from '#domain/profile.ts'
import { Button } from '#ui/button.tsx'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { lengthOf } from '#ui/text-area.tsx'
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
  send: (channel: Channel) => Promise<ChannelResult>
  onDone: () => void
  /** What must be agreed to first. */
  consent?: ReactNode
}

const EMPTY: Channel = { channel_url: '', channel_title: '' }

/** Address and title of a channel. The address is read while it is typed; whatever fails, what was typed stays. */
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
  const typed = draft.value ?? channel ?? EMPTY
  const [agreed, setAgreed] = useState(consent === undefined)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ChannelFailure | null>(null)
  const url = channelUrlFrom(typed.channel_url)
  const title = typed.channel_title.trim()
  const titleBad = lengthOf(title) > CHANNEL_TITLE_MAX_LENGTH || !isPlainName(title)
  const change = (changes: Partial<Channel>): void => {
    setFailure(null)
    draft.keep({ ...typed, ...changes })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    setFailure(null)
    if (url === undefined || titleBad || !agreed || !online) return
    setBusy(true)
    const sent = await send({ channel_url: url, channel_title: title })
    setBusy(false)
    if (!sent.ok) return setFailure(sent.code)
    draft.keep(null)
    onDone()
  }

  const notice = failure ? CHANNEL_FAILURES[failure] : online ? null : offlineNotice
  const urlHint =
    url !== undefined
      ? COPY.channelUrlRead(url)
      : typed.channel_url.trim() === ''
        ? COPY.channelUrlHint
        : COPY.channelUrlUnread
  return (
    <form noValidate aria-label={action} onSubmit={(event) => void submit(event)} className="grid gap-5">
      <div className={notice ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
        <p role="alert">{notice}</p>
      </div>
      <OfferedForms draft={draft} words={(value) => value.channel_title || value.channel_url} />
      <TextField
        label={COPY.channelUrl}
        hint={urlHint}
        type="text"
        inputMode="url"
        name="channel_url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.channel_url}
        onChange={({ target }) => change({ channel_url: target.value })}
        error={asked && url === undefined ? COPY.channelUrlBad : undefined}
      />
      <TextField
        label={COPY.channelTitle}
        hint={COPY.channelTitleHint}
        name="channel_title"
        autoComplete="off"
        value={typed.channel_title}
        onChange={({ target }) => change({ channel_title: target.value })}
        error={asked && titleBad ? COPY.channelTitleBad : undefined}
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
