import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { SeenEvent } from '#domain/event.ts'
import { deviceNow } from '#platform/clock.ts'
import { saveFile } from '#platform/save-file.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast-list.ts'
import { calendarFile } from './calendar-file.ts'
import { COPY } from './copy.ts'

const addressOf = (id: string): string => `${location.origin}/events/${id}`

type EventToolsProps = {
  event: SeenEvent
  isOpen: boolean
  /** What an admin can do about it. */
  admin: ReactNode
}

/** What needs no connection: a calendar's entry, the address for others, and where to report it; and what is an admin's. */
export function EventTools({ event, isOpen, admin }: EventToolsProps) {
  const save = (): void => {
    const file = calendarFile(event, addressOf(event.id), deviceNow())
    void saveFile(`mirutomo-event-${event.id.slice(0, 8)}.ics`, new Blob([file], { type: 'text/calendar' }))
  }
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      {isOpen && (
        <Button size="sm" icon={<Icon name="calendar" size={18} />} onClick={save}>
          {COPY.calendar}
        </Button>
      )}
      <Button size="sm" icon={<Icon name="share" size={18} />} onClick={() => void share(event)}>
        {COPY.share}
      </Button>
      {event.role !== 'organizer' && (
        <Link
          to="/report"
          search={{ event: event.id }}
          className={buttonClass({ size: 'sm', variant: 'quiet' })}
        >
          <Icon name="alert" size={18} />
          {COPY.report}
        </Link>
      )}
      {isOpen && event.role !== 'organizer' && admin}
    </div>
  )
}

/** By what the device shares with; where it has nothing of the kind the address is copied. */
async function share({ id, title }: SeenEvent): Promise<void> {
  const url = addressOf(id)
  try {
    // Not every browser has it. Nothing is awaited before: WebKit shares only while the press is being handled
    const canShare = 'share' in navigator
    if (canShare) return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    showToast({ kind: 'success', message: COPY.copied })
  } catch (error) {
    // Whoever shares with nobody after all has seen that themselves
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast({ kind: 'error', message: COPY.copyFailed })
  }
}
