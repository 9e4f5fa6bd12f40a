import { useCallback } from 'react'
import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useApp } from '#app/app-context.ts'
import { ShareScreen } from '#features/share/share-screen.tsx'

export const Route = createLazyRoute('/share')({ component: Share })

function Share() {
  const { title = '', text = '', url = '' } = Route.useSearch()
  const navigate = useNavigate()
  const open = useCallback(
    (videoId: string) => void navigate({ to: '/video/$videoId', params: { videoId }, replace: true }),
    [navigate],
  )
  const onKept = useCallback(() => void navigate({ to: '/share', search: {}, replace: true }), [navigate])
  return (
    <ShareScreen catalogue={useApp().catalogue} shared={{ title, text, url }} open={open} onKept={onKept} />
  )
}
