import { useId, useSyncExternalStore } from 'react'
import { DATE_GROUP_NAMES, DATE_GROUPS, dateGroupOf } from '#domain/notification.ts'
import type { NotificationItem } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { COPY } from './copy.ts'
import { readOne, removeOne, unreadOne } from './notification-actions.ts'
import { NotificationRow } from './notification-row.tsx'
import type { Selection } from './use-selection.ts'

type NotificationGroupsProps = {
  store: Store
  items: NotificationItem[]
  /** undefined when there are no more. */
  showMore: (() => void) | undefined
  answerConnection: AnswerConnection
  selection: Selection
}

/** Notifications under the days they came on, the newest first. */
export function NotificationGroups(props: NotificationGroupsProps) {
  const { store, items, showMore, answerConnection, selection } = props
  const id = useId()
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(items.map((item) => item.id).join())
  return (
    <div ref={listRef} tabIndex={-1} className="grid gap-8 outline-none">
      {DATE_GROUPS.map((group) => {
        const inGroup = items.filter((item) => dateGroupOf(Date.parse(item.created_at), now) === group)
        if (inGroup.length === 0) return null
        return (
          <section key={group} aria-labelledby={`${id}-${group}`}>
            <h2 id={`${id}-${group}`} className="mb-3 text-base text-muted">
              {DATE_GROUP_NAMES[group]}
            </h2>
            <ul className="overflow-hidden rounded-xl border border-line bg-surface">
              {inGroup.map((item) => (
                <NotificationRow
                  key={item.id}
                  store={store}
                  notification={item}
                  answerConnection={answerConnection}
                  {...(selection.on
                    ? { choice: <Choice item={item} selection={selection} /> }
                    : {
                        actions: (
                          <RowActions
                            store={store}
                            item={item}
                            leaving={() => removing(items.indexOf(item))}
                          />
                        ),
                      })}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {showMore && <Button onClick={showMore}>{COPY.more}</Button>}
    </div>
  )
}

/** The whole row is its target while a person chooses. */
function Choice({ item, selection }: { item: NotificationItem; selection: Selection }) {
  return (
    <label className="grid cursor-pointer place-items-center after:absolute after:inset-0 after:z-2">
      <span className="sr-only">{COPY.selectOne(item.title)}</span>
      <input
        type="checkbox"
        checked={selection.has(item.id)}
        onChange={() => selection.toggle(item.id)}
        className="size-5 accent-ink"
      />
    </label>
  )
}

type RowActionsProps = {
  store: Store
  item: NotificationItem
  /** The row may go, and the focus with it. */
  leaving: () => void
}

function RowActions({ store, item, leaving }: RowActionsProps) {
  return (
    <>
      {item.is_read ? (
        <IconButton
          icon="mail"
          label={COPY.markUnread(item.title)}
          onClick={() => void unreadOne(store, item.id)}
        />
      ) : (
        <IconButton
          icon="check"
          data-remove=""
          label={COPY.markRead(item.title)}
          onClick={({ currentTarget }) => {
            leaving()
            // This button goes, the one beside it may stay.
            const next = currentTarget.nextElementSibling
            if (next instanceof HTMLElement) next.focus()
            void readOne(store, item.id)
          }}
        />
      )}
      <IconButton
        icon="trash"
        {...(item.is_read && { 'data-remove': '' })}
        label={COPY.remove(item.title)}
        onClick={() => {
          leaving()
          void removeOne(store, item.id)
        }}
      />
    </>
  )
}
