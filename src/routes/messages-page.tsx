import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useOnline, useStore, useValue } from '#app/app-context.ts'
import { useAskOlder } from '#app/older-messages.ts'
import { useRoom } from '#app/store/presence-room.ts'
import { PersonMenu } from '#features/blocks/person-menu.tsx'
import { ConversationScreen } from '#features/messages/conversation-screen.tsx'
import type { MessagesHome } from '#features/messages/messages-home.ts'
import { MessagesScreen } from '#features/messages/messages-screen.tsx'
import { PartnerPresence } from '#features/presence/partner-presence.tsx'

/** The same screens under /messages and /premium/messaging. */
export function MessagesPage({ home }: { home: MessagesHome }) {
  const { conversationId = null } = useParams({ strict: false })
  return <MessagesScreen store={useStore()} home={home} activeId={conversationId} conversation={<Outlet />} />
}

export function ConversationPage({ home, conversationId }: { home: MessagesHome; conversationId: string }) {
  const navigate = useNavigate()
  const { partner, typing } = useRoom(conversationId)
  return (
    <ConversationScreen
      key={conversationId}
      store={useStore()}
      home={home}
      conversationId={conversationId}
      askOlder={useAskOlder()}
      online={useOnline()}
      status={<PartnerPresence {...useValue(partner)} />}
      onTyping={typing}
      renderMenu={(person) => <PersonMenu {...person} leave={() => navigate({ to: home })} />}
    />
  )
}
