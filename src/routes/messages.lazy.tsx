import { createLazyRoute, Outlet, useParams } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { MessagesScreen } from '#features/messages/messages-screen.tsx'

export const Route = createLazyRoute('/messages')({ component: Messages })

function Messages() {
  const { conversationId = null } = useParams({ strict: false })
  return <MessagesScreen store={useStore()} activeId={conversationId} conversation={<Outlet />} />
}
