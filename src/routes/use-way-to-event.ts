import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

/** Leads from the form of an event to the event: back to its page where the form was opened from there, else in the place of the form. */
export function useWayToEvent(): (eventId: string) => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isFromEvent = useLocation({ select: ({ state }) => state.isFromEvent === true })
  return (eventId) => {
    if (isFromEvent) history.back()
    else void navigate({ to: '/events/$eventId', params: { eventId }, replace: true })
  }
}
