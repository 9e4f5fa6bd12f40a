import { Link } from '@tanstack/react-router'
import type { ConversationItem } from '#sync/collections/conversations.ts'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { ListItem, type Place } from '#ui/long-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { COPY } from './copy.ts'
import { versionsOf } from '#platform/drafts.ts'
import { messageDraftName } from './message-draft.ts'
import type { MessagesHome } from './messages-home.ts'
import { badgeTextOf } from './unread-badge.ts'

const PREVIEW_LENGTH = 100

type ConversationRowProps = {
  conversation: ConversationItem
  place: Place
  home: MessagesHome
  active: boolean
  userId: string
}

export function ConversationRow({ conversation, place, home, active, userId }: ConversationRowProps) {
  const { id, partner, unread_count: unread, last_message: last, last_message_time: lastTime } = conversation
  const name = partner?.username ?? COPY.nobody
  const when = last?.sent_at ?? lastTime
  return (
    <ListItem place={place} className="">
      <Link
        to={`${home}/$conversationId`}
        params={{ conversationId: id }}
        aria-current={active ? 'page' : undefined}
        className={classNames(
          'flex items-center gap-3 rounded-lg px-3 py-3 text-ink no-underline -outline-offset-3 transition-colors hover:bg-hover',
          active && 'bg-sunken',
        )}
      >
        <Avatar name={name} src={partner?.avatar_url} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={classNames('truncate', unread > 0 && 'font-bold')}>{name}</span>
            {when !== undefined && <RelativeTime time={when} className="shrink-0 text-xs text-muted" />}
          </span>
          <span className="mt-0.5 flex items-center gap-2">
            <Preview conversation={conversation} name={name} userId={userId} active={active} />
            {last && last.sender_id === userId && (
              <SyncBadge state={last.sync} onlyUnsaved savedText={COPY.sent} />
            )}
            {unread > 0 && <CountBadge text={badgeTextOf(unread)} said={COPY.unread(unread)} />}
          </span>
        </span>
      </Link>
    </ListItem>
  )
}

type PreviewProps = { conversation: ConversationItem; name: string; userId: string; active: boolean }

/** The last line: what one has begun to write, else what was written last. */
function Preview({ conversation, name, userId, active }: PreviewProps) {
  const { id, last_message: last, unread_count: unread } = conversation
  const draft = active ? undefined : versionsOf({ whose: userId, name: messageDraftName(id) })[0]?.text
  const from = draft ? COPY.draft : last?.sender_id === userId ? COPY.you : ''
  const text = draft || last?.body || COPY.first(name)
  return (
    <span className={classNames('min-w-0 flex-1 truncate text-sm', unread > 0 ? 'text-ink' : 'text-muted')}>
      {from && <span className={draft ? 'font-bold text-ink' : undefined}>{from}</span>}
      {text.slice(0, PREVIEW_LENGTH)}
    </span>
  )
}
