import { useId, useState } from 'react'
import type { DeletionReceipt } from '#domain/account.ts'
import { plainTyped, typedDigits } from '#domain/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccountActions } from './account-actions.ts'
import { CredentialForm, problemText } from './auth-form.tsx'
import { CodeField } from './code-field.tsx'
import { COPY } from './copy.ts'
import { codeProblem, passwordProblem, type CredentialProblem } from './credentials.ts'

type DeleteAccountProps = {
  remove: AccountActions['deleteAccount']
  online: boolean
  /** Is a second factor on, as far as this device knows? */
  asksCode: boolean
  /** Whose account it is, for password managers. */
  email: string
  /** The account is gone: whoever was here has to leave. */
  onDeleted: (receipt: DeletionReceipt) => Promise<void>
}

/** The end of an account, asked for with the password and a word. */
export function DeleteAccount(props: DeleteAccountProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {COPY.deleteTitle}
      </h2>
      <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.deleteLead}</p>
      <Button className="mt-3 text-danger!" onClick={() => setOpen(true)}>
        {COPY.deleteOpen}
      </Button>
      <Dialog open={open} onClose={close} title={COPY.deleteTitle}>
        <DeleteForm {...props} onClose={close} />
      </Dialog>
    </section>
  )
}

const wordProblem = (word: string): CredentialProblem | undefined =>
  plainTyped(word) === COPY.deleteWord ? undefined : 'word_missing'

function DeleteForm({
  remove,
  online,
  asksCode,
  email,
  onDeleted,
  onClose,
}: DeleteAccountProps & { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [word, setWord] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(asksCode)

  async function submit() {
    const result = await remove({ password, code: typedDigits(code) })
    if (!result.ok && result.code === 'code_needed') setNeedsCode(true)
    if (!result.ok) return result.code
    await onDeleted(result.value)
  }

  return (
    <CredentialForm
      action={COPY.deleteAction}
      variant="danger"
      online={online}
      offline={COPY.deleteOffline}
      hasProblems={Boolean(
        passwordProblem(password) ?? (needsCode ? codeProblem(code) : undefined) ?? wordProblem(word),
      )}
      submit={submit}
      beside={
        <Button variant="quiet" wide onClick={onClose}>
          {COPY.cancel}
        </Button>
      }
    >
      {(asked) => (
        <>
          <ul className="grid list-disc gap-2 ps-5 text-sm [word-break:auto-phrase]">
            {COPY.deleteConsequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <TextField
            label={COPY.currentPassword}
            type="password"
            name="current-password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            {...(asked && problemText(passwordProblem(password)))}
          />
          {needsCode && <CodeField value={code} onValue={setCode} asked={asked} />}
          <TextField
            label={COPY.deleteWordLabel}
            name="word"
            autoComplete="off"
            value={word}
            onChange={(event) => setWord(event.target.value)}
            {...(asked && problemText(wordProblem(word)))}
          />
        </>
      )}
    </CredentialForm>
  )
}
