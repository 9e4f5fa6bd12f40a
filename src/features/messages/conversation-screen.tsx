import { Link } from '@tanstack/react-router'
import { useCallback, useRef, type ReactNode } from 'react'
import type { ConversationItem } from '#sync/collections/conversations.ts'
import { hasMessage, sendMessage } from '#sync/collections/messages.ts'
import type { Arrival } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLive } from '#ui/use-live.ts'
import { AgeNotice } from './age-notice.tsx'
import { ConversationSkeleton, LogSkeleton } from './conversation-skeleton.tsx'
import { COPY } from './copy.ts'
import { liveConversations } from './live-conversations.ts'
import { MessageComposer } from './message-composer.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageLog } from './message-log.tsx'
import type { MessagesHome } from './messages-home.ts'
import { useEditing } from './use-editing.ts'
import { useMessages } from './use-messages.ts'
import type { OlderOnServer } from './use-older.ts'
import { useReading } from './use-reading.ts'

type WithPartner = {
  home?: MessagesHome
  /** Under the partner's name. */
  status?: ReactNode
  /** Told on every change of what is typed, whether there is something. */
  onTyping?: (typing: boolean) => void
  /** What can be done about the partner. */
  renderMenu?: (partner: { store: Store; personId: string; name: string }) => ReactNode
}
type ConversationScreenProps = WithPartner & OlderOnServer & { store: Store | null; conversationId: string }

export function ConversationScreen({ store, conversationId, ...partner }: ConversationScreenProps) {
  const list = useLive<ConversationItem[] | null>(store && liveConversations(store), null)
  const arrival = useLive<Arrival>(store && store.engine.arrival$, 'arriving')
  const conversation = list?.find((item) => item.id === conversationId)
  usePageTitle(conversation?.partner?.username ?? COPY.title)
  if (store && conversation) {
    return <OpenConversation key={conversationId} store={store} conversation={conversation} {...partner} />
  }
  return !list || arrival === 'arriving' ? (
    <ConversationSkeleton />
  ) : (
    <Missing {...(partner.home && { home: partner.home })} />
  )
}

type OpenConversationProps = WithPartner & OlderOnServer & { store: Store; conversation: ConversationItem }

function OpenConversation({
  store,
  home = '/messages',
  conversation,
  status,
  onTyping,
  renderMenu,
  askOlder,
  online,
}: OpenConversationProps) {
  const { id, partner } = conversation
  const { messages, ...log } = useMessages(store, id, { askOlder, online })
  useReading(store, id, messages?.findLast((message) => message.seq > 0)?.seq)
  const name = partner?.username ?? COPY.nobody
  const field = useRef<HTMLTextAreaElement>(null)
  const isStored = useCallback((messageId: string) => hasMessage(store, messageId), [store])
  const { editing, edit, stopEditing } = useEditing(store.userId, messages)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-3 border-b border-line py-2.5">
        <Link
          to={home}
          aria-label={COPY.back}
          className="-ms-2.5 grid size-11 place-items-center rounded-full text-ink hover:bg-hover md:hidden"
        >
          <Icon name="arrowLeft" />
        </Link>
        <Avatar name={name} src={partner?.avatar_url} />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lg">
            <Link
              to="/profile/$personId"
              params={{ personId: conversation.partner_id }}
              className="text-ink no-underline hover:underline"
            >
              {name}
            </Link>
          </h1>
          {status}
        </div>
        {renderMenu?.({ store, personId: conversation.partner_id, name })}
      </header>
      {messages ? (
        <MessageLog
          store={store}
          conversation={conversation}
          messages={messages}
          {...log}
          onEdit={edit}
          onCancel={() => field.current?.focus()}
        />
      ) : (
        <LogSkeleton />
      )}
      {editing !== null && (
        <MessageEditor
          key={editing}
          store={store}
          conversationId={id}
          messageId={editing}
          message={messages?.find((message) => message.id === editing)}
          onDone={() => {
            stopEditing()
            requestAnimationFrame(() => field.current?.focus())
          }}
          onResume={() => edit(editing)}
        />
      )}
      {conversation.is_active ? (
        // Never taken out: a text that is on its way into the database comes back here when it could not be stored.
        <div hidden={editing !== null}>
          <AgeNotice store={store} conversationId={id} />
          <MessageComposer
            userId={store.userId}
            conversationId={id}
            send={(body, messageId) => sendMessage(store, id, body, messageId)}
            newId={() => store.newId()}
            isStored={isStored}
            field={field}
            onTyping={onTyping}
          />
        </div>
      ) : (
        <p className="border-t border-line py-5 text-center text-sm text-muted">{COPY.closed}</p>
      )}
    </div>
  )
}

function Missing({ home = '/messages' }: Pick<WithPartner, 'home'>) {
  return (
    <div className="overflow-y-auto">
      <h1 className="sr-only">{COPY.title}</h1>
      <EmptyState
        icon="chat"
        title={COPY.missing}
        body={COPY.missingBody}
        action={
          <Link to={home} className={buttonClass()}>
            {COPY.back}
          </Link>
        }
      />
    </div>
  )
}
