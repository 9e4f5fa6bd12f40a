import type { EventField } from '#domain/event-rules.ts'
import { TextField } from '#ui/text-field.tsx'
import { COPY } from './copy.ts'
import type { EventDraft } from './draft.ts'
import { endAfterMove } from './event-time.ts'

type TimeFieldsProps = {
  typed: EventDraft
  busy: boolean
  change: (changes: Partial<EventDraft>) => void
  errorOf: (field: EventField) => string | undefined
}

/** From when to when. A start that is moved takes the end along. */
export function TimeFields({ typed, busy, change, errorOf }: TimeFieldsProps) {
  const move = (starts: string): void => change({ starts, ends: endAfterMove(typed, starts) })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={COPY.starts}
        hint={COPY.timeHint}
        type="datetime-local"
        name="starts"
        readOnly={busy}
        value={typed.starts}
        onChange={({ target }) => move(target.value)}
        error={errorOf('startsAt')}
      />
      <TextField
        label={COPY.ends}
        type="datetime-local"
        name="ends"
        readOnly={busy}
        value={typed.ends}
        onChange={({ target }) => change({ ends: target.value })}
        error={errorOf('endsAt')}
      />
    </div>
  )
}
