import { useId, type ReactNode } from 'react'
import { handDevice, isApp } from '#platform/installed.ts'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'

type PushSectionProps = {
  state: PushState
  busy: boolean
  failed: boolean
  online: boolean
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
  /** Leads to how the app is installed, where that brings pushes. */
  installGuide: ReactNode
}
type PushState =
  | 'unknown'
  | 'unsupported'
  | 'uninstalled'
  | 'private'
  | 'unavailable'
  | 'forbidden'
  | 'off'
  | 'on'

/** An app on the home screen of iOS has its permission in the settings of the device. */
const sentenceOf = (state: PushState): string =>
  COPY.push[state === 'forbidden' && isApp() && handDevice() === 'ios' ? 'forbiddenApp' : state]

/** Pushes to this browser: turned on by the person's own act. */
export function PushSection({
  state,
  busy,
  failed,
  online,
  turnOn,
  turnOff,
  installGuide,
}: PushSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {COPY.push.title}
      </h2>
      <div className="mt-3 rounded-xl border border-line bg-surface p-4">
        <p role="status" className="text-sm">
          {sentenceOf(state)}
        </p>
        {state === 'uninstalled' && installGuide}
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
