// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPORT_BODY_MAX_LENGTH } from '#domain/report.ts'
import type { Store } from '#sync/store.ts'
import { layOut } from '../../../tests/support/conversation.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { PERSON_COPY as COPY } from './person-copy.ts'
import { PersonMenu } from './person-menu.tsx'

/** Nothing of them is on the device: a public profile shows whoever the server knows. */
const STRANGER = 'ffffffff-ffff-4fff-8fff-fffffffffff9'

beforeEach(layOut)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Menu = ({ store, personId = STRANGER, leave = () => Promise.resolve() }: MenuProps) => (
  <PersonMenu store={store} personId={personId} name="けんと" leave={leave} />
)
type MenuProps = { store: Store; personId?: string; leave?: () => Promise<void> }

async function open(store: Store, leave = () => Promise.resolve(), personId = STRANGER) {
  const { change } = await show(<Menu store={store} personId={personId} leave={leave} />)
  const [, menu] = await screen.findAllByLabelText(COPY.menu('けんと'))
  if (!menu) throw new Error('there is no menu')
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  return change
}
async function decided(store: Store) {
  const found = await store.collections.relations.find().exec()
  return found.map((doc) => doc.toJSON())
}

test('blocks after a question, once what showed the person is left, and offers it back', async () => {
  const store = await openTestStore()
  const left = Promise.withResolvers<void>()
  await open(store, () => left.promise)
  fireEvent.click(await screen.findByText(COPY.block))
  expect(screen.getByText(COPY.blockWho('けんと'))).toBeDefined()
  fireEvent.click(screen.getByText(COPY.blockYes))
  expect(await decided(store)).toEqual([])
  left.resolve()
  expect((await screen.findAllByText(COPY.blocked('けんと'))).length).toBeGreaterThan(0)
  expect(await decided(store)).toMatchObject([{ other_id: STRANGER, is_blocked: true }])
  fireEvent.click(screen.getByText('元に戻す'))
  await waitFor(async () => expect(await decided(store)).toMatchObject([{ is_blocked: false }]))
})

test('says so when a block cannot be stored', async () => {
  const store = await openTestStore()
  await open(store)
  refuseToStore(store, 'relations')
  fireEvent.click(await screen.findByText(COPY.block))
  fireEvent.click(screen.getByText(COPY.blockYes))
  expect((await screen.findAllByText(COPY.notBlocked)).length).toBeGreaterThan(0)
})

test('reports for a reason, keeps what was typed until it is stored, and blocks if that is wanted', async () => {
  const store = await openTestStore()
  await open(store)
  fireEvent.click(await screen.findByText(COPY.report))
  const submit = () => fireEvent.click(screen.getByText(COPY.reportYes))
  submit()
  expect(await screen.findByText(COPY.reportWhich)).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]))
  expect(await decided(store)).toEqual([])
  fireEvent.click(screen.getByLabelText(COPY.reportReasons.spam))
  const details = screen.getByLabelText<HTMLTextAreaElement>(COPY.reportDetails, { exact: false })
  fireEvent.change(details, { target: { value: '同じ宣伝を何度も送ってきます' } })
  fireEvent.click(screen.getByLabelText(COPY.reportAndBlock))
  const full = refuseToStore(store, 'relations')
  submit()
  expect(await screen.findByText(COPY.reportNotStored)).toBeDefined()
  expect(details.value).toBe('同じ宣伝を何度も送ってきます')
  full.mockRestore()
  submit()
  expect((await screen.findAllByText(COPY.blocked('けんと'))).length).toBeGreaterThan(0)
  expect(await decided(store)).toMatchObject([
    {
      other_id: STRANGER,
      report_reason: 'spam',
      report_body: '同じ宣伝を何度も送ってきます',
      is_blocked: true,
    },
  ])
})

test('keeps a report that was begun over a reload, for that person alone, until it is stored', async () => {
  const store = await openTestStore()
  const details = () => screen.getByLabelText<HTMLTextAreaElement>(COPY.reportDetails, { exact: false })
  const isChecked = (label: string) => screen.getByLabelText<HTMLInputElement>(label).checked
  await open(store)
  fireEvent.click(await screen.findByText(COPY.report))
  fireEvent.click(screen.getByLabelText(COPY.reportReasons.spam))
  fireEvent.click(screen.getByLabelText(COPY.reportAndBlock))
  fireEvent.change(details(), { target: { value: '同じ宣伝\0を' } })
  cleanup()
  const change = await open(store, undefined, 'somebody else')
  fireEvent.click(await screen.findByText(COPY.report))
  expect(details().value).toBe('')
  change(<Menu store={store} personId={STRANGER} />)
  await waitFor(() => expect(details().value).toContain('同じ宣伝'))
  expect([isChecked(COPY.reportReasons.spam), isChecked(COPY.reportAndBlock)]).toEqual([true, true])
  fireEvent.click(screen.getByText(COPY.reportYes))
  expect((await screen.findAllByText(COPY.blocked('けんと'))).length).toBeGreaterThan(0)
  expect(await decided(store)).toMatchObject([{ report_body: '同じ宣伝を' }])
  expect(localStorage).toHaveLength(0)
})

test('leads to what is too long', async () => {
  const store = await openTestStore()
  await open(store)
  fireEvent.click(await screen.findByText(COPY.report))
  fireEvent.click(screen.getByLabelText(COPY.reportReasons.spam))
  const details = screen.getByLabelText(COPY.reportDetails, { exact: false })
  fireEvent.change(details, { target: { value: 'あ'.repeat(REPORT_BODY_MAX_LENGTH + 1) } })
  fireEvent.click(screen.getByText(COPY.reportYes))
  await waitFor(() => expect(document.activeElement).toBe(details))
  expect(await decided(store)).toEqual([])
})
