import { createLazyRoute } from '@tanstack/react-router'
import { ConversationPage } from './messages-page.tsx'

export const Route = createLazyRoute('/premium/messaging/$conversationId')({ component: Conversation })

function Conversation() {
  const { conversationId } = Route.useParams()
  return <ConversationPage home="/premium/messaging" conversationId={conversationId} />
}
