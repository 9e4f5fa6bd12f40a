import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { ConversationScreen } from '#features/messages/conversation-screen.tsx'

export const Route = createLazyRoute('/messages/$conversationId')({ component: Conversation })

function Conversation() {
  const { conversationId } = Route.useParams()
  return <ConversationScreen key={conversationId} store={useStore()} conversationId={conversationId} />
}
