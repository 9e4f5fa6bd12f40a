import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'

type PushSectionProps = {
  state: 'unknown' | 'unavailable' | 'forbidden' | 'off' | 'on'
  busy: boolean
  failed: boolean
  online: boolean
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
}

const SAID = {
  unknown: COPY.push.unknown,
  unavailable: COPY.push.unavailable,
  forbidden: COPY.push.forbidden,
  off: COPY.push.off,
  on: COPY.push.on,
} as const

/** Pushes to this browser: turned on by the person's own act. */
export function PushSection({ state, busy, failed, online, turnOn, turnOff }: PushSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {COPY.push.title}
      </h2>
      <div className="mt-3 rounded-xl border border-line bg-surface p-4">
        <p role="status" className="text-sm">
          {SAID[state]}
        </p>
        {state === 'off' && (
          <Button
            className="mt-3"
            size="sm"
            variant="primary"
            busy={busy}
            disabled={!online}
            onClick={() => void turnOn()}
          >
            {COPY.push.turnOn}
          </Button>
        )}
        {state === 'on' && (
          <Button className="mt-3" size="sm" busy={busy} onClick={() => void turnOff()}>
            {COPY.push.turnOff}
          </Button>
        )}
        {state === 'off' && !online && <p className="mt-2 text-sm text-caution">{COPY.push.offline}</p>}
        {failed && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {COPY.push.failed}
          </p>
        )}
      </div>
    </section>
  )
}
