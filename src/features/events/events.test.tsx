// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { EventResult, GivenEvent, SeenEvent } from '#domain/event.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY, FAILURES, FULL } from './copy.ts'
import { EditEventScreen, NewEventScreen } from './event-editor-screens.tsx'
import { EventScreen } from './event-screen.tsx'
import { EventsScreen } from './events-screen.tsx'

// jsdom has no modal dialogs
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const EVENT: SeenEvent = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  title: '鑑賞会',
  description: '一緒に見ましょう。',
  starts_at: inHours(24),
  ends_at: inHours(26),
  is_online: true,
  place: '',
  capacity: 3,
  participant_count: 2,
  cancelled_at: null,
  organizer: { id: '00000000-0000-4000-8000-000000000002', username: 'けんと', avatar_url: null },
  role: 'none',
  url: null,
  updated_at: '2026-11-01T00:00:00.123456+00:00',
  participants: [],
}
const REFUSED: EventResult = { ok: false, code: 'event_changed' }
const button = (name: string): HTMLElement => screen.getByRole('button', { name })
const type = (name: RegExp | string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const asked = <T,>(value: T) =>
  Object.assign(() => Promise.resolve(value), { kept: () => Promise.resolve(null) })

/** Shown, and spoken. */
const toast = (words: string): Promise<HTMLElement[]> => screen.findAllByText(words)

describe('one event', () => {
  async function open(
    changes: Partial<SeenEvent>,
    facts: { isSignedIn?: boolean; answers?: EventResult[] } = {},
  ) {
    const { isSignedIn = true, answers = [] } = facts
    const answer = vi.fn((_id: string) => Promise.resolve(answers.shift() ?? { ok: true as const }))
    const load = vi.fn(asked({ event: { ...EVENT, ...changes } }))
    const server = { join: answer, leave: answer, cancel: answer }
    await show(<EventScreen isSignedIn={isSignedIn} online load={load} server={server} />)
    await screen.findByRole('heading', { level: 1, name: EVENT.title })
    return { answer, load }
  }

  test.each<[string, Partial<SeenEvent>, string | null]>([
    ["somebody's event", {}, EVENT.title],
    ['their own', { role: 'organizer' }, null],
    ['one that is cancelled', { cancelled_at: inHours(-1) }, null],
  ])('an admin has more to do about %s', async (_, changes, shown) => {
    const load = asked({ event: { ...EVENT, ...changes } })
    const server = { join: vi.fn(), leave: vi.fn(), cancel: vi.fn() }
    const admin = ({ title }: SeenEvent) => <output>{title}</output>
    await show(<EventScreen isSignedIn online load={load} server={server} admin={admin} />)
    await screen.findByRole('heading', { level: 1, name: EVENT.title })
    expect(document.querySelector('output')?.textContent ?? null).toBe(shown)
  })

  test('a visitor is led to log in and back', async () => {
    await open({}, { isSignedIn: false })
    const link = screen.getByRole('link', { name: COPY.joinLogin })
    expect(link.getAttribute('href')).toBe(`/login?from=%2Fevents%2F${EVENT.id}`)
    expect(screen.getByText(COPY.linkAfterJoining)).toBeTruthy()
  })

  test('a visitor does not log in for what is full', async () => {
    await open({ participant_count: 3 }, { isSignedIn: false })
    expect(button(COPY.fullJoin).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('link', { name: COPY.joinLogin })).toBeNull()
  })

  const server = { join: vi.fn(), leave: vi.fn(), cancel: vi.fn() }

  test('without a connection nothing is said to be missing before the device was asked', async () => {
    const kept = Promise.withResolvers<{ value: { event: SeenEvent }; asOf: number }>()
    const load = Object.assign(() => Promise.reject(new Error('offline')), { kept: () => kept.promise })
    await show(<EventScreen isSignedIn online={false} load={load} server={server} />)
    expect(screen.queryByText(COPY.offlineOne)).toBeNull()
    expect(screen.getByText(COPY.loading)).toBeTruthy()
    kept.resolve({ value: { event: EVENT }, asOf: Date.now() })
    await screen.findByRole('heading', { level: 1, name: EVENT.title })
  })

  test('what is kept says that it may be old when the server does not answer, and is asked for again', async () => {
    let isDown = true
    const load = Object.assign(
      () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve({ event: EVENT })),
      { kept: () => Promise.resolve({ value: { event: { ...EVENT, title: '前の題' } }, asOf: Date.now() }) },
    )
    await show(<EventScreen isSignedIn online load={load} server={server} />)
    await screen.findByRole('heading', { level: 1, name: '前の題' })
    await screen.findByText(COPY.refreshFailed)
    isDown = false
    fireEvent.click(button(COPY.retry))
    await screen.findByRole('heading', { level: 1, name: EVENT.title })
    expect(screen.queryByText(COPY.refreshFailed)).toBeNull()
  })

  test('who joins is told, and reads it anew; so is who is refused', async () => {
    const { answer, load } = await open({}, { answers: [{ ok: false, code: 'event_full' }] })
    fireEvent.click(button(COPY.join))
    await toast(FAILURES.event_full)
    fireEvent.click(button(COPY.join))
    await toast(COPY.joinedDone)
    expect(answer).toHaveBeenCalledWith(EVENT.id)
    await waitFor(() => expect(load).toHaveBeenCalledTimes(3))
  })

  test('there is no way into what is full, cancelled or over', async () => {
    await open({ participant_count: 3 })
    expect(button(COPY.fullJoin).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(FULL)).toBeTruthy()
  })
  test.each<[string, Partial<SeenEvent>]>([
    [FAILURES.event_cancelled, { cancelled_at: inHours(-1) }],
    [FAILURES.event_over, { starts_at: inHours(-3), ends_at: inHours(-1) }],
  ])('%s', async (words, changes) => {
    await open(changes)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: COPY.join })).toBeNull()
  })

  test('an address that is none of the web is no link', async () => {
    await open({ role: 'participant', url: 'javascript:alert(1)' })
    expect(screen.queryByText('javascript:alert(1)')).toBeNull()
    expect(screen.getByText(COPY.linkLater)).toBeTruthy()
  })

  test('leaving and cancelling are asked about', async () => {
    const { answer } = await open({ role: 'organizer', participants: [EVENT.organizer] })
    expect(screen.getByRole('link', { name: COPY.edit }).getAttribute('href')).toBe(
      `/events/${EVENT.id}/edit`,
    )
    fireEvent.click(button(COPY.cancel))
    expect(answer).not.toHaveBeenCalled()
    fireEvent.click(button(COPY.cancelDo))
    await toast(COPY.cancelledDone)
  })
})

describe('the form', () => {
  function page(answers: EventResult[], online = true) {
    const sent: GivenEvent[] = []
    const toEvent = vi.fn()
    const save = (event: GivenEvent): Promise<EventResult> => {
      sent.push(event)
      return Promise.resolve(answers.shift() ?? { ok: true })
    }
    const element = <NewEventScreen userId="mio" online={online} save={save} toEvent={toEvent} />
    return { element, sent, toEvent }
  }
  const fill = (): void => {
    type(COPY.name, ' 鑑賞会 ')
    type(COPY.place, '渋谷')
    type(/^定員/, '１０')
  }

  test('a start that is moved takes the end along', async () => {
    await show(page([]).element)
    type(COPY.starts, '2030-05-01T19:00')
    type(COPY.ends, '2030-05-01T21:30')
    type(COPY.starts, '2030-05-08T20:00')
    expect(screen.getByLabelText(COPY.ends)).toHaveProperty('value', '2030-05-08T22:30')
  })

  test('says what is missing at its field, and sends nothing', async () => {
    const { element, sent } = page([])
    await show(element)
    fireEvent.click(button(COPY.open))
    await screen.findByText(FAILURES.title_missing)
    expect(screen.getByText(FAILURES.place_missing)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(COPY.name)))
    expect(sent).toEqual([])
  })

  test('what was not answered is sent again as the same event, and stays until it is taken', async () => {
    const first = page([{ ok: false, code: 'offline' }])
    const { change } = await show(first.element)
    fill()
    fireEvent.click(button(COPY.open))
    await screen.findByText(COPY.formOffline)
    change(<p>elsewhere</p>)
    await screen.findByText('elsewhere')
    const again = page([{ ok: false, code: 'too_many' }])
    change(again.element)
    await screen.findByText(COPY.restored)
    fireEvent.click(button(COPY.open))
    await screen.findByText(FAILURES.too_many)
    fireEvent.click(button(COPY.open))
    await waitFor(() => expect(again.toEvent).toHaveBeenCalledWith(first.sent[0]?.id))
    expect(again.sent.at(-1)).toMatchObject({
      title: '鑑賞会',
      place: '渋谷',
      capacity: 10,
      is_online: false,
      url: '',
    })
    expect(localStorage.length).toBe(0)
  })

  test('a refusal stands at the field whose fault it is', async () => {
    const { element } = page([{ ok: false, code: 'start_past' }])
    await show(element)
    fill()
    fireEvent.click(button(COPY.open))
    await screen.findByText(FAILURES.start_past)
    expect(screen.getByLabelText(COPY.starts).getAttribute('aria-invalid')).toBe('true')
  })

  describe('changed on another device meanwhile', () => {
    const own = { ...EVENT, role: 'organizer' as const }
    const moved = { ...own, title: '別の題', updated_at: '2026-11-01T00:05:00+00:00' }
    const edit = async () => {
      const sent: GivenEvent[] = []
      const toEvent = vi.fn()
      let read = 0
      const load = Object.assign(() => Promise.resolve({ event: read++ === 0 ? own : moved }), {
        kept: () => Promise.resolve(null),
      })
      const save = (event: GivenEvent): Promise<EventResult> => {
        sent.push(event)
        return Promise.resolve(event.seen_at === own.updated_at ? REFUSED : { ok: true })
      }
      await show(<EditEventScreen userId="mio" online load={load} save={save} toEvent={toEvent} />)
      await screen.findByLabelText(COPY.name)
      type(COPY.name, '自分の題')
      fireEvent.click(button(COPY.save))
      await screen.findByText(FAILURES.event_changed)
      expect(toEvent).not.toHaveBeenCalled()
      expect(screen.getByLabelText(COPY.name)).toHaveProperty('value', '自分の題')
      return { sent, toEvent }
    }

    test('nothing of it is replaced unless the person says so', async () => {
      const { sent, toEvent } = await edit()
      fireEvent.click(button(COPY.overwrite))
      await waitFor(() => expect(toEvent).toHaveBeenCalledWith(EVENT.id))
      expect(sent.map(({ title, seen_at }) => [title, seen_at])).toEqual([
        ['自分の題', own.updated_at],
        ['自分の題', null],
      ])
    })

    test('or what stands there now is taken up', async () => {
      const { sent, toEvent } = await edit()
      fireEvent.click(button(COPY.takeNewest))
      await waitFor(() => expect(screen.getByLabelText(COPY.name)).toHaveProperty('value', '別の題'))
      expect(localStorage.length).toBe(0)
      fireEvent.click(button(COPY.save))
      await waitFor(() => expect(toEvent).toHaveBeenCalledWith(EVENT.id))
      expect(sent.at(-1)).toMatchObject({ title: '別の題', seen_at: moved.updated_at })
    })
  })

  test.each<[string, Partial<SeenEvent>]>([
    [COPY.notYours, { role: 'participant' }],
    [COPY.closed, { role: 'organizer', cancelled_at: inHours(-1) }],
  ])('%s', async (title, changes) => {
    const load = asked({ event: { ...EVENT, ...changes } })
    await show(
      <EditEventScreen
        userId="mio"
        online
        load={load}
        save={() => Promise.resolve({ ok: true })}
        toEvent={() => {}}
      />,
    )
    await screen.findByRole('heading', { name: title })
    expect(screen.queryByRole('form')).toBeNull()
  })
})

test('a list shows how each event stands, and offers more where there is more', async () => {
  const onMore = vi.fn()
  const events = [
    { ...EVENT, role: 'participant' as const },
    { ...EVENT, id: '0190a1b2-0000-7000-8000-000000000002', participant_count: 3 },
  ]
  const load = asked({ events, total: 9 })
  await show(
    <EventsScreen view="upcoming" onView={() => {}} isSignedIn={false} online load={load} onMore={onMore} />,
  )
  await screen.findByText(FULL)
  expect(screen.getByText('参加予定')).toBeTruthy()
  expect(screen.queryByRole('tab', { name: COPY.mine })).toBeNull()
  fireEvent.click(button(COPY.more))
  expect(onMore).toHaveBeenCalledOnce()
})
