import { useState } from 'react'
import type { Admin } from '#domain/admin.ts'
import { serverNow } from '#platform/clock.ts'
import { controlClass, Field } from '#ui/field.tsx'
import { PEOPLE } from './people-copy.ts'
import { DeedDialog } from './deed-dialog.tsx'

const DAY_MS = 86_400_000
/** Days; 0: until it is lifted. */
const PERIODS = [1, 3, 7, 30, 0] as const
type Period = (typeof PERIODS)[number]

type SuspendDialogProps = {
  admin: Pick<Admin, 'suspend'>
  online: boolean
  person: { id: string; username: string }
  open: boolean
  onClose: () => void
  onDone: () => void
}

export function SuspendDialog({ admin, person, ...dialog }: SuspendDialogProps) {
  const [period, setPeriod] = useState<Period>(7)
  return (
    <DeedDialog
      {...dialog}
      title={PEOPLE.suspendAsk}
      subject={person.username}
      body={PEOPLE.suspendBody}
      reasonHint={PEOPLE.suspendReasonHint}
      confirm={PEOPLE.suspendYes}
      done={PEOPLE.suspendDone(person.username)}
      act={(reason) => {
        const until = period === 0 ? null : new Date(serverNow() + period * DAY_MS).toISOString()
        return admin.suspend(person.id, until, reason)
      }}
    >
      <Field label={PEOPLE.until}>
        {(control) => (
          <select
            {...control}
            value={period}
            onChange={(event) =>
              setPeriod(PERIODS.find((days) => String(days) === event.target.value) ?? period)
            }
            className={`${controlClass} min-h-11`}
          >
            {PERIODS.map((days) => (
              <option key={days} value={days}>
                {PEOPLE.periods[days]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DeedDialog>
  )
}
