import { useId, useState } from 'react'
import type { SecondFactorSetup } from '#domain/account.ts'
import { typedDigits } from '#domain/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-list.ts'
import { longDate } from '#ui/japanese-date.ts'
import type { AccountActions } from './account-actions.ts'
import { CredentialForm } from './auth-form.tsx'
import { CodeField } from './code-field.tsx'
import { COPY } from './copy.ts'
import { codeProblem } from './credentials.ts'
import { SetupKey } from './setup-key.tsx'

type SecondFactorProps = {
  /** Since when it is on (ISO 8601), if it is. */
  since: string | undefined
  online: boolean
  actions: Pick<AccountActions, 'beginSecondFactor' | 'confirmSecondFactor' | 'endSecondFactor'>
}

const dayOf = (iso: string): string => longDate(Date.parse(iso))

/** A code from an authenticator app beside the password: off, or on since a day. */
export function SecondFactor({ since, ...rest }: SecondFactorProps) {
  const id = useId()
  const [open, setOpen] = useState<'on' | 'off'>()
  const close = () => setOpen(undefined)
  const isOn = since !== undefined
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {COPY.factorTitle}
      </h2>
      <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.factorLead}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface px-4 py-3">
        <p className="min-w-0 flex-1 basis-40">{isOn ? COPY.factorSince(dayOf(since)) : COPY.factorOff}</p>
        <Button size="sm" onClick={() => setOpen(isOn ? 'off' : 'on')}>
          {isOn ? COPY.factorTurnOff : COPY.factorTurnOn}
        </Button>
      </div>
      <Dialog
        open={open !== undefined}
        onClose={close}
        title={open === 'off' ? COPY.factorTurnOff : COPY.factorTurnOn}
      >
        {open === 'off' ? <TurnOff {...rest} onClose={close} /> : <TurnOn {...rest} onClose={close} />}
      </Dialog>
    </section>
  )
}

type PartProps = Omit<SecondFactorProps, 'since'> & { onClose: () => void }

function TurnOn({ actions, online, onClose }: PartProps) {
  const [setup, setSetup] = useState<SecondFactorSetup>()

  async function begin() {
    const result = await actions.beginSecondFactor()
    if (!result.ok) return result.code
    setSetup(result.value)
  }

  if (setup) return <FirstCode setup={setup} actions={actions} online={online} onClose={onClose} />
  return (
    <CredentialForm
      action={COPY.factorBegin}
      online={online}
      offline={COPY.factorOffline}
      hasProblems={false}
      submit={begin}
      beside={<Cancel onClose={onClose} />}
    >
      {() => (
        <>
          <p className="text-sm [word-break:auto-phrase]">{COPY.factorNeeds}</p>
          <p className="text-sm text-muted [word-break:auto-phrase]">{COPY.factorConsequence}</p>
        </>
      )}
    </CredentialForm>
  )
}

function FirstCode({ setup, actions, online, onClose }: PartProps & { setup: SecondFactorSetup }) {
  async function confirm(code: string) {
    const result = await actions.confirmSecondFactor(setup.factorId, code)
    if (!result.ok) return result.code
    showToast({ kind: 'success', message: COPY.factorIsOn })
    onClose()
  }

  return (
    <div className="grid gap-5">
      <SetupKey setup={setup} />
      <CodeForm
        action={COPY.factorConfirm}
        lead={COPY.factorFirstCode}
        online={online}
        submit={confirm}
        onClose={onClose}
      />
    </div>
  )
}

function TurnOff({ actions, online, onClose }: PartProps) {
  async function end(code: string) {
    const result = await actions.endSecondFactor(code)
    if (!result.ok) return result.code
    showToast({ kind: 'success', message: COPY.factorIsOff })
    onClose()
  }

  return (
    <CodeForm
      action={COPY.factorEnd}
      variant="danger"
      lead={COPY.factorOffLead}
      online={online}
      submit={end}
      onClose={onClose}
    />
  )
}

type CodeFormProps = Pick<Parameters<typeof CredentialForm>[0], 'action' | 'variant' | 'online'> & {
  lead: string
  /** Is given the six digits; answers why they were not taken. */
  submit: (code: string) => ReturnType<Parameters<typeof CredentialForm>[0]['submit']>
  onClose: () => void
}

function CodeForm({ lead, submit, onClose, ...form }: CodeFormProps) {
  const [code, setCode] = useState('')
  return (
    <CredentialForm
      {...form}
      offline={COPY.factorOffline}
      hasProblems={Boolean(codeProblem(code))}
      submit={() => submit(typedDigits(code))}
      beside={<Cancel onClose={onClose} />}
    >
      {(asked) => (
        <>
          <p className="text-sm [word-break:auto-phrase]">{lead}</p>
          <CodeField value={code} onValue={setCode} asked={asked} />
        </>
      )}
    </CredentialForm>
  )
}

const Cancel = ({ onClose }: { onClose: () => void }) => (
  <Button variant="quiet" wide onClick={onClose}>
    {COPY.cancel}
  </Button>
)
