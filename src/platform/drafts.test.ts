// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readRows } from './draft-mirror.ts'
import {
  draftKey,
  forgetDraftsOf,
  listenToDraft,
  readDraft,
  restoreDrafts,
  rewriteDrafts,
  writeDraft,
} from './drafts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const key = (name: string, whose = 'anna') => draftKey(whose, name)
const leavePage = () => dispatchEvent(new Event('pagehide'))
const mirrored = async (of: string) => (await readRows()).get(of)?.text

test('what was typed survives a browser that was killed before it wrote localStorage', async () => {
  writeDraft(key('message:1'), '長い文')
  await vi.waitFor(async () => expect(await mirrored(key('message:1'))).toBe('長い文'))
  localStorage.clear()
  await restoreDrafts()
  expect(readDraft(key('message:1'))).toBe('長い文')
})

test('what was typed a moment ago is mirrored when the page is left, and the newer text stands', async () => {
  writeDraft(key('message:2'), '先')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored(key('message:2'))).toBe('先'))
  const killed = Object.fromEntries(Object.entries(localStorage))
  writeDraft(key('message:2'), '先とあと')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored(key('message:2'))).toBe('先とあと'))
  localStorage.clear()
  for (const [name, value] of Object.entries(killed)) localStorage.setItem(name, value)
  await restoreDrafts()
  expect(readDraft(key('message:2'))).toBe('先とあと')
  // The mirror may be behind, too
  writeDraft(key('message:2'), '最後')
  await restoreDrafts()
  expect(readDraft(key('message:2'))).toBe('最後')
})

test('what was sent or given up does not come back, also where localStorage has forgotten that', async () => {
  writeDraft(key('message:3'), '送った')
  leavePage()
  const killed = Object.fromEntries(Object.entries(localStorage))
  writeDraft(key('message:3'), null)
  await vi.waitFor(async () => expect(await mirrored(key('message:3'))).toBeNull())
  expect(localStorage).toHaveLength(0)
  for (const [name, value] of Object.entries(killed)) localStorage.setItem(name, value)
  await restoreDrafts()
  expect(readDraft(key('message:3'))).toBeNull()
})

test('each account has its own, and nothing of it is left once they are forgotten', async () => {
  writeDraft(key('message:4'), 'あんなの文')
  writeDraft(key('message:4', 'ben'), 'べんの文')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored(key('message:4', 'ben'))).toBe('べんの文'))
  writeDraft(key('message:5'), 'まだ写していない')
  await forgetDraftsOf('anna')
  leavePage()
  localStorage.clear()
  await restoreDrafts()
  expect(Object.keys(localStorage).filter((name) => name.includes('anna'))).toEqual([])
  expect(readDraft(key('message:4', 'ben'))).toBe('べんの文')
  expect([...(await readRows()).keys()].filter((name) => name.includes('anna'))).toEqual([])
})

test('a screen that opened before the mirror answered is told, and what was typed meanwhile is kept, too', async () => {
  writeDraft(key('message:6'), '失われた文')
  writeDraft(key('profile'), '{"bio":"前"}')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored(key('profile'))).toBe('{"bio":"前"}'))
  localStorage.clear()
  const told = vi.fn()
  const stop = listenToDraft(key('message:6'), told)
  const answered = restoreDrafts()
  writeDraft(key('message:6'), '新しい文')
  writeDraft(key('profile'), '{"bio":"後"}')
  await answered
  expect(told).toHaveBeenCalled()
  expect(readDraft(key('message:6'))).toBe('失われた文\n新しい文')
  expect(readDraft(key('profile'))).toBe('{"bio":"後"}')
  stop()
})

test('without a database there is what localStorage keeps, and without both the text on the screen', async () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(refuse)
  await restoreDrafts()
  writeDraft(key('message:7'), '文')
  leavePage()
  expect(readDraft(key('message:7'))).toBe('文')
  open.mockRestore()
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse, ownKeys: refuse }))
  writeDraft(key('message:7'), '別の文')
  expect(readDraft(key('message:7'))).toBeNull()
  await forgetDraftsOf('anna')
})

test('what was typed here is written again after the storage lost it, unless another tab has changed it', () => {
  const [lost, sent, gone] = ['lost', 'sent', 'gone'].map((name) => draftKey('mio', name))
  if (!lost || !sent || !gone) throw new Error('no keys')
  for (const key of [lost, sent, gone]) writeDraft(key, '書きかけ')
  writeDraft(sent, null)
  window.dispatchEvent(new StorageEvent('storage', { key: gone, newValue: null }))
  localStorage.clear()
  rewriteDrafts()
  expect([lost, sent, gone].map(readDraft)).toEqual(['書きかけ', null, null])
})
