import { createLazyRoute } from '@tanstack/react-router'
import { ConversationPage } from './messages-page.tsx'

export const Route = createLazyRoute('/messages/$conversationId')({ component: Conversation })

function Conversation() {
  const { conversationId } = Route.useParams()
  return <ConversationPage home="/messages" conversationId={conversationId} />
}
