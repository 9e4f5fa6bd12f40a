// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readRows } from './draft-mirror.ts'
import { draftsOf, forgetDraftsOf, restoreDrafts, rewriteDrafts, versionsOf } from './drafts.ts'
import { draftAt, endDraft, layDraft, listenToDrafts, returnDraft } from './open-draft.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const at = (name: string, whose = 'anna') => ({ whose, name })
const open = (name: string, whose = 'anna') => draftAt(at(name, whose), () => {})
const texts = (name: string, whose = 'anna') => versionsOf(at(name, whose)).map(({ text }) => text)
const leavePage = () => dispatchEvent(new Event('pagehide'))
/** Of what the mirror has of this draft, the last words. */
const mirrored = async (name: string) =>
  [...(await readRows())].flatMap(([key, { text }]) =>
    key.startsWith(`mirutomo-draft:anna:${name}#`) ? (JSON.parse(text ?? 'null')?.text ?? null) : [],
  )
const kill = (kept: Record<string, string> = {}) => {
  localStorage.clear()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
}

test('what was typed survives a browser that was killed before it wrote localStorage', async () => {
  open('message:1').type('長い文')
  await vi.waitFor(async () => expect(await mirrored('message:1')).toEqual(['長い文']))
  kill()
  await restoreDrafts()
  expect(open('message:1').state().text).toBe('長い文')
})

test('what was typed a moment ago is mirrored when the page is left, and the newer text stands', async () => {
  const draft = open('message:2')
  draft.type('先')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored('message:2')).toEqual(['先']))
  const before = Object.fromEntries(Object.entries(localStorage))
  draft.type('先とあと')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored('message:2')).toEqual(['先とあと']))
  kill(before)
  await restoreDrafts()
  expect(texts('message:2')).toEqual(['先とあと'])
  // The mirror may be behind, too
  draft.type('最後')
  await restoreDrafts()
  expect(texts('message:2')).toEqual(['最後'])
})

test('what was sent or given up does not come back, also where localStorage has forgotten that', async () => {
  const draft = open('message:3')
  draft.type('送った')
  leavePage()
  const before = Object.fromEntries(Object.entries(localStorage))
  draft.type(null)
  await vi.waitFor(async () => expect(await mirrored('message:3')).toEqual([null]))
  expect(localStorage).toHaveLength(0)
  kill(before)
  await restoreDrafts()
  expect(texts('message:3')).toEqual([])
})

test('each account has its own, and nothing of it is left once they are forgotten', async () => {
  open('message:4').type('あんなの文')
  open('message:4', 'ben').type('べんの文')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored('message:4')).toEqual(['あんなの文']))
  open('message:5').type('まだ写していない')
  localStorage.setItem('mirutomo-draft:anna:message:5#broken', 'まだ写していない')
  await forgetDraftsOf('anna')
  expect(Object.keys(localStorage).filter((key) => key.includes('anna'))).toEqual([])
  leavePage()
  kill()
  await restoreDrafts()
  expect(draftsOf('anna')).toEqual([])
  expect(texts('message:4', 'ben')).toEqual(['べんの文'])
  expect([...(await readRows()).keys()].filter((name) => name.includes('anna'))).toEqual([])
})

test('a screen that opened before the mirror answered is told, and offers what came back where something was typed meanwhile', async () => {
  open('message:6').type('失われた文')
  leavePage()
  await vi.waitFor(async () => expect(await mirrored('message:6')).toEqual(['失われた文']))
  kill()
  const draft = open('message:6')
  const stop = listenToDrafts(draft.look)
  const answered = restoreDrafts()
  draft.type('新しい文')
  await answered
  expect(draft.state()).toMatchObject({ text: '新しい文', offered: [{ text: '失われた文' }] })
  stop()
})

test('the one draft that an earlier build kept is a version as any other, and ends once', async () => {
  localStorage.setItem('mirutomo-draft:anna:message:8', '前の版の文')
  localStorage.setItem('mirutomo-draft-time:anna:message:8', '5')
  await restoreDrafts()
  expect(Object.keys(localStorage).filter((key) => key.includes('message:8'))).toEqual([
    'mirutomo-draft:anna:message:8#earlier',
  ])
  const draft = open('message:8')
  expect(draft.state().text).toBe('前の版の文')
  draft.type(null)
  await restoreDrafts()
  expect(texts('message:8')).toEqual([])
})

test('a draft is laid as if it was typed here, and ended for every tab', () => {
  expect(layDraft(at('message:9'), '置いた文')).toBe(true)
  expect(open('message:9').state().text).toBe('置いた文')
  endDraft(at('message:9'))
  expect(texts('message:9')).toEqual([])
})

test('a draft that came back with the account fills an empty field, and is offered beside a text begun since', async () => {
  const [empty, begun] = [open('message:10'), open('message:11')]
  begun.type('今の文')
  for (const name of ['message:10', 'message:11'])
    returnDraft(at(name), { text: '封をした文', at: 1, sending: null })
  const stops = [empty, begun].map((draft) => listenToDrafts(draft.look))
  await vi.waitFor(() => expect(empty.state().text).toBe('封をした文'))
  expect(begun.state()).toMatchObject({ text: '今の文', offered: [{ text: '封をした文' }] })
  stops.forEach((stop) => stop())
})

test('without a database there is what localStorage keeps, and without both the text on the screen', async () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(refuse)
  await restoreDrafts()
  const draft = open('message:7')
  draft.type('文')
  leavePage()
  expect(texts('message:7')).toEqual(['文'])
  opening.mockRestore()
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse, ownKeys: refuse }))
  draft.type('別の文')
  expect([draft.state().text, texts('message:7')]).toEqual(['別の文', []])
  await forgetDraftsOf('anna')
})

test('what was typed here is written again after the storage lost it, unless another tab has changed it', () => {
  const [lost, sent, gone] = ['lost', 'sent', 'gone'].map((name) => open(name, 'mio'))
  for (const draft of [lost, sent, gone]) draft?.type('書きかけ')
  sent?.type(null)
  const [version] = versionsOf(at('gone', 'mio'))
  window.dispatchEvent(new StorageEvent('storage', { key: `mirutomo-draft:mio:gone#${version?.id}` }))
  localStorage.clear()
  rewriteDrafts()
  expect(['lost', 'sent', 'gone'].map((name) => texts(name, 'mio'))).toEqual([['書きかけ'], [], []])
})

test('a draft that is rewritten after its storage was lost is mirrored anew', async () => {
  open('cleared').type('消えなかった文')
  await vi.waitFor(async () => expect(await mirrored('cleared')).toEqual(['消えなかった文']))
  localStorage.clear()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('mirutomo-drafts').onsuccess = resolve
  })
  expect(await mirrored('cleared')).toEqual([])
  rewriteDrafts()
  expect(texts('cleared')).toEqual(['消えなかった文'])
  await vi.waitFor(async () => expect(await mirrored('cleared')).toEqual(['消えなかった文']))
})
