import { createLazyRoute } from '@tanstack/react-router'
import { useStore, useValue } from '#app/app-context.ts'
import { useRoom } from '#app/store/presence-room.ts'
import { ConversationScreen } from '#features/messages/conversation-screen.tsx'
import { PartnerPresence } from '#features/presence/partner-presence.tsx'

export const Route = createLazyRoute('/messages/$conversationId')({ component: Conversation })

function Conversation() {
  const { conversationId } = Route.useParams()
  const { partner, typing } = useRoom(conversationId)
  return (
    <ConversationScreen
      key={conversationId}
      store={useStore()}
      conversationId={conversationId}
      status={<PartnerPresence {...useValue(partner)} />}
      onTyping={typing}
    />
  )
}
