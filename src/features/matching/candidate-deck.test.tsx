// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { blockPerson } from '#sync/collections/blocks.ts'
import { relationId } from '#sync/collections/relations.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { MatchingScreen } from './matching-screen.tsx'

const PERSON = 'ffffffff-ffff-4fff-8fff-fffffffffff1'
const saved = { row_version: 1, sync_epoch: '1.1' }
const told = () => Promise.resolve({ ok: true as const, perDay: 3 })

beforeEach(() => {
  Element.prototype.setPointerCapture = () => {}
})

async function showCandidate(): Promise<Store> {
  const store = await openTestStore()
  await store.collections.profiles.insert({ ...saved, id: PERSON, username: 'けんと', is_premium: false })
  await store.collections.relations.insert({
    ...saved,
    id: relationId(store.userId, PERSON),
    user_id: store.userId,
    other_id: PERSON,
    other_username: '',
    is_blocked: false,
    blocked_edited_at: 0,
    offered_on: '2026-11-22',
  })
  await show(
    <MatchingScreen store={store} online as="deck" askForCandidates={told} renderOther={() => null} />,
  )
  await screen.findByRole('article')
  return store
}
const likingIn = async (store: Store) =>
  (await store.collections.relations.findOne(relationId(store.userId, PERSON)).exec(true)).toJSON().liking
const isDecided = (store: Store, liking: 'like' | 'skip') =>
  waitFor(async () => expect(await likingIn(store)).toBe(liking))
/** Edits of one document are stored in turn: what had been decided before would be stored once this is. */
async function nothingIsDecided(store: Store): Promise<void> {
  await blockPerson(store, PERSON)
  expect(await likingIn(store)).toBeUndefined()
}

const card = () => screen.getByRole('article')
const moved = () => card().parentElement?.style.transform
function push(x: number, y = 0): void {
  const to = { pointerId: 1, clientX: 200 + x, clientY: 300 + y, button: 0 }
  fireEvent.pointerDown(card(), { pointerId: 1, clientX: 200, clientY: 300, button: 0 })
  fireEvent.pointerMove(card(), { ...to, buttons: 1 })
  expect(moved()).toContain(`translateX(${x}px)`)
  fireEvent.pointerUp(card(), to)
}

test('toasts keep clear of the buttons at its foot', async () => {
  await showCandidate()
  expect(document.documentElement.hasAttribute('data-foot-bar')).toBe(true)
})

describe('a card', () => {
  test('that is pushed to the right is liked', async () => {
    const store = await showCandidate()
    push(120)
    await isDecided(store, 'like')
    expect(await screen.findAllByText(COPY.liked('けんと'))).not.toEqual([])
    expect(screen.queryByText(COPY.skipped('けんと'))).toBeNull()
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  })

  test('that is pushed to the left is skipped', async () => {
    const store = await showCandidate()
    push(-120)
    await isDecided(store, 'skip')
    expect(await screen.findAllByText(COPY.skipped('けんと'))).not.toEqual([])
    expect(screen.queryByText(COPY.liked('けんと'))).toBeNull()
  })

  test.each([
    ['a little', 60, 0],
    ['mostly down', 120, 400],
  ])('that is pushed %s goes back and stays undecided', async (_, x, y) => {
    const store = await showCandidate()
    push(x, y)
    expect(moved()).toBe('')
    await nothingIsDecided(store)
  })
})

test('keys are spoken of only where there is a mouse or the like, swiping everywhere', async () => {
  await showCandidate()
  expect(screen.getByText(COPY.swipe).className).not.toContain('pointer')
  expect(screen.getByText(COPY.keys).className).toContain('hidden pointer-fine:')
  expect(COPY.swipe).toContain('スワイプ')
})

describe('an arrow key', () => {
  test.each([
    ['ArrowRight', 'like'],
    ['ArrowLeft', 'skip'],
  ] as const)('%s decides: %s, and the page does not move', async (key, liking) => {
    const store = await showCandidate()
    expect(fireEvent.keyDown(screen.getByLabelText(COPY.likeNamed('けんと')), { key })).toBe(false)
    await isDecided(store, liking)
  })

  test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])('with %s is the browser’s', async (modifier) => {
    const store = await showCandidate()
    expect(fireEvent.keyDown(card(), { key: 'ArrowRight', [modifier]: true })).toBe(true)
    await nothingIsDecided(store)
  })

  test('that is held decides about nobody more', async () => {
    const store = await showCandidate()
    expect(fireEvent.keyDown(card(), { key: 'ArrowRight', repeat: true })).toBe(false)
    await nothingIsDecided(store)
  })

  test('is the deck’s while nothing on the page has the focus, and while the screen has it', async () => {
    const store = await showCandidate()
    const key = 'ArrowRight'
    expect(fireEvent.keyDown(screen.getByRole('main'), { key, repeat: true })).toBe(false)
    expect(fireEvent.keyDown(document.body, { key })).toBe(false)
    await isDecided(store, 'like')
  })

  test('is not the deck’s in what else stands on the page', async () => {
    const store = await showCandidate()
    const field = document.createElement('input')
    document.body.append(field)
    for (const elsewhere of [field, screen.getByText(COPY.toSettings)])
      expect(fireEvent.keyDown(elsewhere, { key: 'ArrowRight' })).toBe(true)
    await nothingIsDecided(store)
  })

  test('up or down is the page’s', async () => {
    await showCandidate()
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter', ' '])
      expect(fireEvent.keyDown(card(), { key })).toBe(true)
  })
})
