import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { NOTIFICATION_TYPES, type NotificationType } from '#domain/notification.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { controlClass } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY, TYPE_NAMES } from './copy.ts'
import { clearRead, readAll } from './notification-actions.ts'

const Chosen = v.fallback(v.nullable(v.picklist(NOTIFICATION_TYPES)), null)

type NotificationToolsProps = {
  /** null while the device's data are being opened. */
  store: Store | null
  unread: number
  type: NotificationType | null
  onType: (type: NotificationType | null) => void
  selecting: boolean
  select: () => void
  done: () => void
}

/** What can be done with all of them, and which type is shown. As high from the beginning as later. */
export function NotificationTools(props: NotificationToolsProps) {
  const { store, unread, type, onType, selecting, select, done } = props
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <select
        aria-label={COPY.type}
        value={type ?? ''}
        onChange={(event) => onType(v.parse(Chosen, event.target.value || null))}
        className={`${controlClass} min-h-9 w-auto! max-w-[min(12rem,100%)] bg-surface! py-1! text-sm! pointer-coarse:min-h-11 pointer-coarse:text-base!`}
      >
        <option value="">{COPY.everyType}</option>
        {NOTIFICATION_TYPES.map((name) => (
          <option key={name} value={name}>
            {TYPE_NAMES[name]}
          </option>
        ))}
      </select>
      <Button
        size="sm"
        disabled={!store || unread === 0}
        onClick={() => {
          done()
          if (store) void readAll(store)
        }}
      >
        {COPY.markAllRead}
      </Button>
      {!selecting && (
        <Button size="sm" disabled={!store} onClick={select}>
          {COPY.select}
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        disabled={!store}
        onClick={() => {
          if (store) void clearRead(store)
        }}
      >
        {COPY.clearRead}
      </Button>
      <Link
        to="/profile/notification-settings"
        aria-label={COPY.settings}
        title={COPY.settings}
        className="inline-grid size-11 place-items-center rounded-full text-ink hover:bg-hover"
      >
        <Icon name="gear" />
      </Link>
    </div>
  )
}
