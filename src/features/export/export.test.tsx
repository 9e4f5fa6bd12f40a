// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/screen.tsx'
import { COPY, invalidFile, NOUNS, PROBLEMS, PROFILE_OUTCOMES, tooMany } from './copy.ts'
import { ExportSection } from './export-section.tsx'
import { ImportSection, type BringIn } from './import-section.tsx'
import { exportName } from './export-name.ts'

// jsdom has neither dialogs nor addresses of files
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('taking along', () => {
  test.each([
    [COPY.json, 'json'],
    [COPY.csv, 'zip'],
  ])('%s hands the file to the browser', async (label, kind) => {
    const write = vi.fn(() => Promise.resolve({ file: new Blob(['{}']), isWhole: true }))
    await show(<ExportSection write={write} syncedAt={null} />)
    expect(screen.getByText(COPY.neverSynced, { exact: false })).toBeDefined()
    press(label)
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(new RegExp(`^mirutomo-.*\\.${kind}$`))]))
    expect(write).toHaveBeenCalledExactlyOnceWith(kind, expect.any(Number))
    expect((await screen.findAllByText(COPY.exported)).length).toBeGreaterThan(0)
  })

  test('says what is missing where the server was not reached', async () => {
    const write = () => Promise.resolve({ file: new Blob(['{}']), isWhole: false })
    await show(<ExportSection write={write} syncedAt={1} />)
    press(COPY.json)
    expect((await screen.findAllByText(COPY.exportedWithout)).length).toBeGreaterThan(0)
    expect(saved).toHaveLength(1)
  })

  test('says when it failed', async () => {
    await show(<ExportSection write={() => Promise.reject(new Error('full'))} syncedAt={1} />)
    press(COPY.json)
    expect((await screen.findAllByText(COPY.exportFailed)).length).toBeGreaterThan(0)
    expect(saved).toEqual([])
  })

  test('waits for the device to have opened its data', async () => {
    await show(<ExportSection write={null} syncedAt={null} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: COPY.json }).disabled).toBe(true)
  })

  test('the file is named by the time of the device', () =>
    expect(exportName(new Date(2026, 2, 4, 9, 5).getTime(), 'json')).toBe('mirutomo-20260304-0905.json'))
})

const FILE = {
  format: 'mirutomo-export',
  version: 1,
  ratings: [{ youtube_id: 'dQw4w9WgXcQ', overall: 4, comment: '', rated_at: '2026-11-21T10:00:00.000Z' }],
  favorites: [],
  history: [],
  settings: [{ name: 'theme', value: 'dark' }],
}
const NONE = { ratings: 0, favorites: 0, history: 0, settings: 0, blocks: 0 }
const choose = (content: string | Uint8Array<ArrayBuffer>) =>
  fireEvent.change(screen.getByLabelText(COPY.importTitle, { selector: 'input' }), {
    target: { files: [new File([content], 'mirutomo.json')] },
  })

describe('bringing back', () => {
  test('asks with what is in the file, tells how far it is, and what came of it', async () => {
    const ends = Promise.withResolvers<Awaited<ReturnType<BringIn>>>()
    const bringIn = vi.fn<BringIn>((_, onProgress) => {
      onProgress(1_200, 3_000)
      return ends.promise
    })
    await show(<ImportSection bringIn={bringIn} />)
    choose(JSON.stringify(FILE))
    await screen.findByText(COPY.confirmTitle)
    expect(screen.getByText(NOUNS.ratings).parentElement?.textContent).toBe('評価1件')
    expect(bringIn).not.toHaveBeenCalled()
    press(COPY.start)
    expect(await screen.findByText(COPY.progress(1_200, 3_000))).toBeDefined()
    ends.resolve({ added: { ...NONE, ratings: 1 }, leftOut: 5, profile: 'added' })
    expect(await screen.findByText(COPY.leftOut(5))).toBeDefined()
    expect(screen.getByText(PROFILE_OUTCOMES.added)).toBeDefined()
    expect(screen.getByText(NOUNS.ratings).parentElement?.textContent).toBe('評価1件')
    expect(bringIn.mock.calls[0]?.[0]).toMatchObject({ settings: [{ name: 'theme', value: 'dark' }] })
  })

  test.each([
    ['PNG', PROBLEMS.not_json],
    // A byte of a value is broken
    [
      new TextEncoder().encode(JSON.stringify(FILE)).map((byte) => (byte === 0x6b ? 0xff : byte)),
      PROBLEMS.not_json,
    ],
    ['{}', PROBLEMS.not_export],
    [JSON.stringify({ ...FILE, version: 9 }), PROBLEMS.newer],
    [JSON.stringify({ ...FILE, ratings: [{ ...FILE.ratings[0], overall: 9 }] }), invalidFile('ratings', 1)],
    [
      JSON.stringify({ ...FILE, settings: Array.from({ length: 1_001 }, () => FILE.settings[0]) }),
      tooMany('settings'),
    ],
    [JSON.stringify(FILE).replace('"dark"', '['.repeat(200_000) + ']'.repeat(200_000)), PROBLEMS.not_export],
  ])('a bad file (%#) is refused with a sentence and changes nothing', async (content, sentence) => {
    const bringIn = vi.fn<BringIn>()
    await show(<ImportSection bringIn={bringIn} />)
    choose(content)
    const alert = await screen.findByText(sentence)
    expect(alert.getAttribute('role')).toBe('alert')
    expect(screen.queryByText(COPY.confirmTitle)).toBeNull()
    expect(bringIn).not.toHaveBeenCalled()
  })

  test('a file chosen while the data of the device are still being opened waits for them', async () => {
    await show(<ImportSection bringIn={null} />)
    choose(JSON.stringify(FILE))
    await screen.findByText(COPY.confirmTitle)
    expect(screen.getByRole('button', { name: COPY.start }).hasAttribute('disabled')).toBe(true)
  })

  test('given up, nothing is brought in', async () => {
    const bringIn = vi.fn<BringIn>()
    await show(<ImportSection bringIn={bringIn} />)
    choose(JSON.stringify(FILE))
    await screen.findByText(COPY.confirmTitle)
    press(COPY.cancel)
    expect(screen.queryByText(COPY.confirmTitle)).toBeNull()
    expect(bringIn).not.toHaveBeenCalled()
  })

  test('a full device says how to go on', async () => {
    await show(<ImportSection bringIn={() => Promise.reject(new DOMException('', 'QuotaExceededError'))} />)
    choose(JSON.stringify(FILE))
    await screen.findByText(COPY.confirmTitle)
    press(COPY.start)
    expect(await screen.findByText(PROBLEMS.storage)).toBeDefined()
  })

  test('nothing new is said too', async () => {
    await show(
      <ImportSection bringIn={() => Promise.resolve({ added: NONE, leftOut: 0, profile: 'none' })} />,
    )
    choose(JSON.stringify(FILE))
    await screen.findByText(COPY.confirmTitle)
    press(COPY.start)
    expect(await screen.findByText(COPY.nothingNew)).toBeDefined()
  })
})
