import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'
import type { OlderState } from './use-older.ts'

/** Height of what stands above the oldest message, px. It never changes, so that nothing jumps when older ones come. */
export const START_PX = 56

type LogStartProps = {
  older: OlderState
  name: string
  isEmpty: boolean
  showOlder: () => void
  /** The button has gone with the focus in it. */
  onLeft: () => void
}

/** What stands above the oldest message: the way to older ones, why there is none just now, or that the conversation begins here. */
export function LogStart({ older, name, isEmpty, showOlder, onLeft }: LogStartProps) {
  const hasButton = older !== 'none' && older !== 'offline'
  const focused = useRef(false)
  useEffect(() => {
    if (hasButton || !focused.current) return
    focused.current = false
    onLeft()
  })
  const sentence = {
    device: null,
    server: null,
    loading: null,
    failed: COPY.olderFailed,
    offline: COPY.olderOffline,
    none: isEmpty ? COPY.first(name) : COPY.start(name),
  }[older]
  return (
    <div
      className="mt-auto flex shrink-0 items-center justify-center gap-2 px-2"
      style={{ height: START_PX }}
    >
      <p role="status" className="text-center text-xs text-muted">
        {sentence}
      </p>
      {hasButton && (
        <Button
          size="sm"
          variant="quiet"
          busy={older === 'loading'}
          onClick={showOlder}
          onFocus={() => {
            focused.current = true
          }}
          onBlur={() => {
            focused.current = false
          }}
        >
          {older === 'failed' ? COPY.olderRetry : older === 'loading' ? COPY.olderLoading : COPY.older}
        </Button>
      )}
    </div>
  )
}
