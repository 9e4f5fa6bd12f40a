import { useEffect, useRef, useState, type FormEvent } from 'react'
import { BIO_MAX_LENGTH } from '#domain/limits.ts'
import { dayInJapan } from '#domain/day.ts'
import type { ProfileFields, ProfileResult } from '#domain/profile.ts'
import { serverNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { focusFirstProblem } from '#ui/focus-first-problem.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-list.ts'
import { offerUndo } from '#ui/undo-toast.ts'
import type { FormDraft } from '#ui/use-draft.ts'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { COPY, saveFailure } from './copy.ts'
import { InterestPicker } from './interest-picker.tsx'
import { PrivateFields } from './private-fields.tsx'
import { changesOf, profileProblems, withSettled } from './profile-fields.ts'

export type ProfileEditorProps = {
  draft: FormDraft<ProfileFields>
  /** The profile as it is saved. */
  saved: ProfileFields
  online: boolean
  saveProfile: (changes: Partial<ProfileFields>) => Promise<ProfileResult>
  /** The field that the person came for; the first one otherwise. */
  editAt?: 'birth_date' | undefined
  onClose: () => void
  /** The person wants to go on after all. */
  onResume: () => void
}

/** Saving needs a connection; until it has worked, everything typed stays, here and on the device. */
export function ProfileEditor({
  draft,
  saved,
  online,
  saveProfile,
  editAt,
  onClose,
  onResume,
}: ProfileEditorProps) {
  const [restored] = useState(draft.value !== null)
  const fields = draft.value === null ? saved : withSettled(draft.value, saved)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const [today] = useState(() => dayInJapan(serverNow()))
  const problems = asked ? profileProblems(fields, today) : {}
  useEffect(() => {
    // Who opened the editor wants to type; who finds it open again is not to be moved.
    const wanted = editAt === undefined ? !restored && 'input' : `[name="${editAt}"]`
    if (wanted) form.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [restored, editAt])

  const changeTo = (changes: Partial<ProfileFields>) => {
    setFailure(undefined)
    draft.keep({ ...fields, ...changes })
  }
  const change = (name: keyof ProfileFields) => (event: { target: { value: string } }) =>
    changeTo({ [name]: event.target.value })
  const close = () => {
    draft.keep(null)
    onClose()
  }
  const giveUp = () => {
    close()
    if (Object.keys(changesOf(saved, fields)).length === 0) return
    const undo = () => {
      if (draft.isBegun()) return Promise.resolve(false)
      draft.keep(fields)
      onResume()
      return Promise.resolve(true)
    }
    offerUndo({ message: COPY.givenUp, subject: 'profile-draft', undo })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(profileProblems(fields, today)).length > 0) return focusFirstProblem(form.current)
    setBusy(true)
    const result = await saveProfile(changesOf(saved, fields))
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
      <OfferedForms draft={draft} words={(value) => value.bio || value.username} />
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
      <InterestPicker chosen={fields.interests} onChange={(interests) => changeTo({ interests })} />
      <PrivateFields fields={fields} saved={saved} problems={problems} today={today} onChange={changeTo} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {COPY.save}
        </Button>
        <Button variant="quiet" onClick={giveUp}>
          {COPY.cancel}
        </Button>
      </div>
    </form>
  )
}
