import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { AuthResult } from '#domain/account.ts'
import { BIO_MAX_LENGTH } from '#domain/limits.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY, saveFailure } from './copy.ts'
import { readProfileDraft, writeProfileDraft } from './profile-draft.ts'
import { profileProblems, type ProfileFields } from './profile-fields.ts'

type ProfileEditorProps = {
  userId: string
  /** The profile as it is saved. */
  saved: ProfileFields
  online: boolean
  saveProfile: (fields: ProfileFields) => Promise<AuthResult>
  onClose: () => void
}

/** Saving needs a connection; until it has worked, everything typed stays, here and on the device. */
export function ProfileEditor({ userId, saved, online, saveProfile, onClose }: ProfileEditorProps) {
  const [restored] = useState(() => readProfileDraft(userId))
  const [fields, setFields] = useState(restored ?? saved)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const problems = asked ? profileProblems(fields) : {}
  useEffect(() => {
    // Who opened the editor wants to type; who finds it open again is not to be moved.
    if (!restored) form.current?.querySelector('input')?.focus()
  }, [restored])

  const change = (name: keyof ProfileFields) => (event: { target: { value: string } }) => {
    const next = { ...fields, [name]: event.target.value }
    setFields(next)
    setFailure(undefined)
    writeProfileDraft(userId, next)
  }
  const close = () => {
    writeProfileDraft(userId, null)
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(profileProblems(fields)).length > 0) {
      // After the problems are painted, so that the first field in trouble can be found.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    const result = await saveProfile({
      username: fields.username.trim(),
      display_name: fields.display_name.trim(),
      bio: fields.bio.trim(),
      channel_url: fields.channel_url.trim(),
    })
    setBusy(false)
    if (!result.ok) return setFailure(saveFailure(result.code))
    showToast({ kind: 'success', message: COPY.saved })
    close()
  }

  const notice = failure ?? (online ? undefined : COPY.offline)
  return (
    <form
      ref={form}
      noValidate
      aria-label={COPY.editing}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      {restored && <p className="text-sm text-muted">{COPY.restored}</p>}
      <p
        role="alert"
        className={notice ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}
      >
        {notice}
      </p>
      <TextField
        label={COPY.username}
        hint={COPY.usernameHint}
        autoComplete="nickname"
        value={fields.username}
        onChange={change('username')}
        error={problems.username}
      />
      <TextField
        label={COPY.displayName}
        optional
        autoComplete="off"
        value={fields.display_name}
        onChange={change('display_name')}
        error={problems.display_name}
      />
      <TextArea
        label={COPY.bio}
        optional
        placeholder={COPY.bioPlaceholder}
        limit={BIO_MAX_LENGTH}
        value={fields.bio}
        onChange={change('bio')}
      />
      <TextField
        label={COPY.channelUrl}
        hint={COPY.channelUrlHint}
        optional
        type="url"
        inputMode="url"
        autoComplete="url"
        value={fields.channel_url}
        onChange={change('channel_url')}
        error={problems.channel_url}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {COPY.save}
        </Button>
        <Button variant="quiet" onClick={close}>
          {COPY.cancel}
        </Button>
      </div>
    </form>
  )
}
