import { screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { messageKey, recentKey } from '#sync/collections/keys.ts'
import type { Store } from '#sync/store.ts'

export const CONVERSATION = '00000000-0000-4000-8000-0000000000c1'
export const PARTNER = 'ffffffff-ffff-4fff-8fff-fffffffffff1'
const SENT_AT = Date.UTC(2026, 4, 1, 3)

/** jsdom has no layout: everything is this high, so that the virtual list has something to place. */
const ROW_PX = 40
const VIEW_PX = 800
class FakeResizeObserver implements ResizeObserver {
  readonly #told: ResizeObserverCallback
  constructor(told: ResizeObserverCallback) {
    this.#told = told
  }
  observe(target: Element) {
    const height = target.matches('li, [data-row]') ? ROW_PX : VIEW_PX
    const entry = { target, contentRect: { width: 400, height } } as Partial<ResizeObserverEntry>
    queueMicrotask(() => this.#told([entry as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}

/**
 * What jsdom lacks and the conversation and long lists need: a layout, scrolling, modal dialogs and popovers.
 * Undone by unstubbing and restoring all.
 */
export function layOut(): void {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  const scrolling = document.documentElement
  Reflect.defineProperty(document, 'scrollingElement', { value: scrolling, configurable: true })
  Reflect.defineProperty(scrolling, 'clientHeight', { value: VIEW_PX, configurable: true })
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to !== 'object') return
    this.scrollTop = to.top ?? 0
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  }
  Element.prototype.scrollBy = function (this: Element, by?: ScrollToOptions | number) {
    if (typeof by === 'object') this.scrollTo({ top: this.scrollTop + (by.top ?? 0) })
  }
  window.matchMedia = () => ({ matches: false }) as Partial<MediaQueryList> as MediaQueryList
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  HTMLElement.prototype.hidePopover = () => {}
  vi.stubGlobal('CSS', { escape: (id: string) => id })
}

type Facts = { active?: boolean; unread?: number; readSeq?: number; partnerReadSeq?: number }

/** A conversation as a pull would bring it; the person is its first side. */
export async function holdConversation(store: Store, facts: Facts = {}): Promise<void> {
  await store.collections.profiles.insert({
    id: PARTNER,
    username: 'けんと',
    is_premium: false,
    row_version: 1,
    sync_epoch: '1.1',
  })
  await store.collections.conversations.insert({
    id: CONVERSATION,
    user1_id: store.userId,
    user2_id: PARTNER,
    is_active: facts.active ?? true,
    user1_unread_count: facts.unread ?? 0,
    user2_unread_count: 0,
    user1_read_seq: facts.readSeq ?? 0,
    user2_read_seq: facts.partnerReadSeq ?? 0,
    server_version: 1,
    my_read_seq: 0,
    recent_key: recentKey(SENT_AT),
    row_version: 1,
    sync_epoch: '1.1',
  })
}

export const idOf = (seq: number): string => `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`

export async function holdMessages(store: Store, bodies: string[], sender = PARTNER): Promise<void> {
  const before = (await store.collections.messages.find().exec()).length
  const rows = bodies.map((body, index) => {
    const seq = before + index + 1
    return {
      id: idOf(seq),
      conversation_id: CONVERSATION,
      sender_id: sender,
      body,
      seq,
      is_deleted: false,
      sent_at: SENT_AT + seq * 60_000,
      edited_at: SENT_AT + seq * 60_000,
      recent_key: messageKey(seq, idOf(seq)),
      row_version: 1,
      sync_epoch: '1.1',
    }
  })
  await store.collections.messages.bulkInsert(rows)
}

/** The list item of a message. */
export const bubble = async (text: string) => {
  const item = (await screen.findByText(text)).closest('li')
  if (!item) throw new Error('the message is in no list')
  return within(item)
}
