import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useOnline, useStore, useValue } from '#app/app-context.ts'
import { useAskOlder } from '#app/older-messages.ts'
import { useRoom } from '#app/store/presence-room.ts'
import { PersonMenu } from '#features/blocks/person-menu.tsx'
import { ConversationScreen } from '#features/messages/conversation-screen.tsx'
import { PartnerPresence } from '#features/presence/partner-presence.tsx'

export const Route = createLazyRoute('/messages/$conversationId')({ component: Conversation })

function Conversation() {
  const { conversationId } = Route.useParams()
  const navigate = useNavigate()
  const { partner, typing } = useRoom(conversationId)
  return (
    <ConversationScreen
      key={conversationId}
      store={useStore()}
      conversationId={conversationId}
      askOlder={useAskOlder()}
      online={useOnline()}
      status={<PartnerPresence {...useValue(partner)} />}
      onTyping={typing}
      renderMenu={(person) => <PersonMenu {...person} leave={() => navigate({ to: '/messages' })} />}
    />
  )
}
