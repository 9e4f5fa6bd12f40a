// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SeenEvent } from '#domain/event.ts'
import { COPY } from '#features/events/copy.ts'
import { EventActions } from '#features/events/event-actions.tsx'
import { useWayToEvent } from './use-way-to-event.ts'

window.scrollTo = () => {}

const EVENT: SeenEvent = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  title: '鑑賞会',
  description: '',
  starts_at: new Date(0).toISOString(),
  ends_at: new Date(0).toISOString(),
  is_online: true,
  place: '',
  capacity: null,
  participant_count: 0,
  cancelled_at: null,
  organizer: { id: '00000000-0000-4000-8000-000000000002', username: 'けんと', avatar_url: null },
  role: 'organizer',
  url: null,
  updated_at: '2026-11-01T00:00:00+00:00',
  participants: [],
}
const server = { join: () => never, leave: () => never, cancel: () => never }
const never = new Promise<never>(() => {})

function Detail() {
  return (
    <EventActions
      event={EVENT}
      phase="upcoming"
      isFull={false}
      isSignedIn
      online
      server={server}
      onChanged={() => {}}
    />
  )
}
function Edit() {
  const toEvent = useWayToEvent()
  return <button onClick={() => toEvent(EVENT.id)}>保存</button>
}

function open(addresses: string[]) {
  const rootRoute = createRootRoute()
  const getParentRoute = () => rootRoute
  const list = createRoute({ getParentRoute, path: '/events', component: () => null })
  const detail = createRoute({ getParentRoute, path: '/events/$eventId', component: Detail })
  const edit = createRoute({ getParentRoute, path: '/events/$eventId/edit', component: Edit })
  const history = createMemoryHistory({ initialEntries: addresses })
  const routeTree = rootRoute.addChildren([list, detail, edit])
  render(<RouterProvider router={createRouter({ routeTree, history })} />)
  return history
}

test('who edits an event from its page goes back there, and then to where they were before', async () => {
  const history = open(['/events', `/events/${EVENT.id}`])
  fireEvent.click(await screen.findByText(COPY.edit))
  fireEvent.click(await screen.findByText('保存'))
  await screen.findByText(COPY.edit)
  expect(history.location.pathname).toBe(`/events/${EVENT.id}`)
  history.back()
  expect(history.location.pathname).toBe('/events')
})

test('who came from elsewhere finds the event in the place of the form', async () => {
  const history = open(['/events', `/events/${EVENT.id}/edit`])
  fireEvent.click(await screen.findByText('保存'))
  await screen.findByText(COPY.edit)
  history.back()
  expect(history.location.pathname).toBe('/events')
})
