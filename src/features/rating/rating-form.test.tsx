// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { rateVideo } from '#sync/collections/rating-edits.ts'
import type { Store } from '#sync/store.ts'
import { aVideo, delayStoring, openTestStore, show, refuseToStore } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { RatingForm } from './rating-form.tsx'

const video = aVideo(1)
const form = (store: Store | null, signedIn = true, onLoginNeeded = () => {}) => (
  <RatingForm store={store} signedIn={signedIn} video={video} onLoginNeeded={onLoginNeeded} />
)
const group = (name: string) => screen.findByLabelText(name, { selector: '[role=radiogroup]' })
const radiosOf = async (name: string) => [...(await group(name)).querySelectorAll('input')]
const give = async (name: string, score: number) => {
  const radio = (await radiosOf(name)).find(({ value }) => value === String(score))
  if (radio) fireEvent.click(radio)
}
const chosen = async (name: string) => (await radiosOf(name)).find((radio) => radio.checked)?.value
const stored = async (store: Store) => (await store.collections.ratings.find().exec())[0]?.toMutableJSON()
const commentField = () => screen.findByLabelText<HTMLTextAreaElement>(/コメント/, { selector: 'textarea' })
const type = async (text: string) => fireEvent.change(await commentField(), { target: { value: text } })
const button = (text: string) => screen.getByText<HTMLButtonElement>(text, { selector: 'button' })
const saveButton = () => button(COPY.saveComment)

describe('scores', () => {
  test('are seven radio groups of nine named radios that the arrow keys of the browser move in', async () => {
    await show(form(await openTestStore()))
    await group('総合評価')
    const groups = screen.getAllByRole('radiogroup')
    expect(groups.map((one) => one.getAttribute('aria-label'))).toEqual([
      '総合評価',
      'わかりやすさ',
      '面白さ',
      '独自性',
      '品質',
      '信頼性',
      '役立ち度',
    ])
    const names = groups.map((one) => {
      const radios = within(one).getAllByRole<HTMLInputElement>('radio')
      expect(radios).toHaveLength(9)
      expect(new Set(radios.map((radio) => radio.name)).size).toBe(1)
      return radios[0]?.name
    })
    expect(new Set(names).size).toBe(7)
  })

  test('are stored with each press and shown as 端末に保存', async () => {
    const store = await openTestStore()
    await show(form(store))
    await give('面白さ', 4.5)
    expect(await screen.findByText('端末に保存')).toBeDefined()
    expect(await stored(store)).toMatchObject({ entertainment: 4.5, overall: 4.5, row_version: 0 })
    expect(await chosen('面白さ')).toBe('4.5')
  })

  test('are called stored only once the latest is', async () => {
    const store = await openTestStore()
    await show(form(store))
    await give('面白さ', 4)
    await screen.findByText('端末に保存')
    const goOn = delayStoring(store, 'ratings')
    await give('品質', 2)
    const own = () => screen.getByRole('region', { name: COPY.own })
    expect(own().dataset['sync']).toBeUndefined()
    expect(own().querySelector('[data-sync]')).toBeNull()
    goOn()
    await waitFor(() => expect(own().dataset['sync']).toBe('local'))
    expect(await stored(store)).toMatchObject({ quality: 2 })
  })

  test('suggest the overall score until the person sets their own', async () => {
    const store = await openTestStore()
    await show(form(store))
    await give('面白さ', 5)
    await give('品質', 4)
    expect(await chosen('総合評価')).toBe('4.5')
    await give('総合評価', 2)
    await give('信頼性', 5)
    await waitFor(async () =>
      expect(await stored(store)).toMatchObject({ overall: 2, quality: 4, reliability: 5 }),
    )
    expect(await chosen('総合評価')).toBe('2')
    fireEvent.click(button(COPY.takeSuggested('4.5')))
    await waitFor(async () => expect(await stored(store)).toMatchObject({ overall: 4.5 }))
  })

  test('keep the person’s own overall score while an axis passes through the same value', async () => {
    const store = await openTestStore()
    await show(form(store))
    await give('総合評価', 3)
    for (const score of [2, 2.5, 3, 3.5, 4]) await give('品質', score)
    await waitFor(async () => expect(await stored(store)).toMatchObject({ quality: 4, overall: 3 }))
    expect(await chosen('総合評価')).toBe('3')
  })

  test('of another device replace what was pressed here before', async () => {
    const store = await openTestStore()
    await show(form(store))
    await give('品質', 2)
    await waitFor(async () => expect(await stored(store)).toMatchObject({ quality: 2 }))
    await rateVideo(store, video.youtube_id, { axes: { quality: 5 } })
    await waitFor(async () => expect(await chosen('品質')).toBe('5'))
  })

  test('are taken back, and said so, when the device cannot store them', async () => {
    const store = await openTestStore()
    await show(form(store))
    await group('品質')
    refuseToStore(store, 'ratings')
    await give('品質', 3)
    expect(await screen.findByText(COPY.failed, { selector: '[role=alert] p' })).toBeDefined()
    await waitFor(async () => expect(await chosen('品質')).toBeUndefined())
  })

  test('that were given just now are gone with the rating', async () => {
    const store = await openTestStore()
    await show(form(store))
    await give('品質', 3)
    fireEvent.click(await screen.findByText(COPY.remove))
    await waitFor(async () => expect(await chosen('品質')).toBeUndefined())
    expect(await chosen('総合評価')).toBeUndefined()
  })

  test('can be deleted and brought back as they were', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 3, axes: { quality: 5 }, comment: 'よい' })
    await show(form(store))
    fireEvent.click(await screen.findByText(COPY.remove))
    await waitFor(async () => expect(await chosen('総合評価')).toBeUndefined())
    fireEvent.click(button('元に戻す'))
    await waitFor(async () => expect(await chosen('品質')).toBe('5'))
    expect(await stored(store)).toMatchObject({ overall: 3, comment: 'よい', is_deleted: false })
  })

  test('are taken back in the form itself: no toast lies over the stars', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 3, axes: { quality: 5 } })
    await show(form(store))
    await give('品質', 2)
    const undo = await screen.findByRole('button', { name: '元に戻す' })
    expect(screen.queryByRole('button', { name: '閉じる' })).toBeNull()
    fireEvent.click(undo)
    await waitFor(async () => expect(await stored(store)).toMatchObject({ quality: 5, overall: 3 }))
    await waitFor(async () => expect(await chosen('品質')).toBe('5'))
    expect(screen.queryByRole('button', { name: '元に戻す' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: COPY.own }))
  })

  test('are taken back by Ctrl+Z among the stars, but not in the comment', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 3, axes: { quality: 5 } })
    await show(form(store))
    await give('品質', 2)
    await screen.findByRole('button', { name: '元に戻す' })
    fireEvent.keyDown(await commentField(), { key: 'z', ctrlKey: true })
    expect(await chosen('品質')).toBe('2')
    fireEvent.keyDown(await group('品質'), { key: 'z', ctrlKey: true })
    await waitFor(async () => expect(await chosen('品質')).toBe('5'))
  })
})

describe('the comment', () => {
  test('is kept as a draft with every keystroke and is there again after a reload', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4 })
    const { change } = await show(form(store))
    await type('途中まで書いた')
    change(null)
    await waitFor(() => expect(screen.queryByLabelText(/コメント/)).toBeNull())
    change(form(store))
    expect((await commentField()).value).toBe('途中まで書いた')
    expect(await stored(store)).toMatchObject({ comment: '' })
  })

  test('belongs to its account and its video', async () => {
    const mine = await openTestStore()
    const { change } = await show(form(mine))
    await type('わたしの下書き')
    change(null)
    await mine.close()
    change(form(await openTestStore()))
    expect((await commentField()).value).toBe('')
  })

  test('is stored with its button, and the draft is forgotten', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4 })
    await show(form(store))
    await type('とてもよい')
    fireEvent.click(saveButton())
    await waitFor(async () => expect(await stored(store)).toMatchObject({ comment: 'とてもよい' }))
    await waitFor(() => expect(screen.queryByText(COPY.saveComment)).toBeNull())
    expect(localStorage.length).toBe(0)
    expect((await commentField()).value).toBe('とてもよい')
  })

  test('is stored by Ctrl+Enter, but never while an input method composes', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4 })
    await show(form(store))
    await type('へんかん')
    fireEvent.keyDown(await commentField(), { key: 'Enter', ctrlKey: true, isComposing: true })
    fireEvent.keyDown(await commentField(), { key: 'Enter', ctrlKey: true, keyCode: 229 })
    fireEvent.keyDown(await commentField(), { key: 'Enter' })
    expect(await stored(store)).toMatchObject({ comment: '' })
    fireEvent.keyDown(await commentField(), { key: 'Enter', ctrlKey: true })
    await waitFor(async () => expect(await stored(store)).toMatchObject({ comment: 'へんかん' }))
  })

  test('waits for a score, and says so', async () => {
    const store = await openTestStore()
    await show(form(store))
    await type('先に感想')
    expect(saveButton().disabled).toBe(true)
    expect(screen.getByText(COPY.needScore)).toBeDefined()
    await give('総合評価', 4)
    await waitFor(() => expect(saveButton().disabled).toBe(false))
  })

  test('that is too long stays, counted, and cannot be saved', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4 })
    await show(form(store))
    await type('あ'.repeat(10_003))
    expect(screen.getByText('10,003 / 10,000')).toBeDefined()
    expect(saveButton().disabled).toBe(true)
    expect((await commentField()).value).toHaveLength(10_003)
  })

  test('is counted as people count: an emoji is one character', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4 })
    await show(form(store))
    await type('😀'.repeat(6_000))
    expect(screen.getByText('6,000 / 10,000')).toBeDefined()
    fireEvent.click(saveButton())
    await waitFor(async () => expect(await stored(store)).toMatchObject({ comment: '😀'.repeat(6_000) }))
  })

  test('is stored without blanks around it, and what is nothing to see is not stored', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4 })
    await show(form(store))
    for (const nothing of ['　\n　', '\u200B', '\u3164\n']) {
      await type(nothing)
      expect([nothing, saveButton().disabled]).toEqual([nothing, true])
    }
    await type('　よい\n動画　\n')
    fireEvent.click(saveButton())
    await waitFor(async () => expect(await stored(store)).toMatchObject({ comment: 'よい\n動画' }))
    await waitFor(() => expect(screen.queryByText(COPY.saveComment)).toBeNull())
    expect((await commentField()).value).toBe('よい\n動画')
    await type('よい\n動画 ')
    expect((await commentField()).value).toBe('よい\n動画 ')
    expect(saveButton().disabled).toBe(true)
    await type('　')
    fireEvent.click(saveButton())
    await waitFor(async () => expect(await stored(store)).toMatchObject({ comment: '' }))
  })

  test('goes back to what is saved, and forward again', async () => {
    const store = await openTestStore()
    await rateVideo(store, video.youtube_id, { overall: 4, comment: '保存した文' })
    await show(form(store))
    await type('書きかけ')
    fireEvent.click(button(COPY.discardDraft))
    expect((await commentField()).value).toBe('保存した文')
    fireEvent.click(button('元に戻す'))
    expect((await commentField()).value).toBe('書きかけ')
  })
})

test('a refused rating says why and how on', async () => {
  const store = await openTestStore()
  await rateVideo(store, video.youtube_id, { overall: 4, comment: '長い感想' })
  const document = (await stored(store)) ?? {}
  await show(form(store))
  await screen.findByText('端末に保存')
  await store.outbox.park([
    {
      collection: 'ratings',
      id: `${store.userId}|${video.youtube_id}`,
      code: 'too_long',
      document,
      base: null,
      parkedAt: 0,
    },
  ])
  expect(await screen.findByText('要対応')).toBeDefined()
  expect(screen.getByText(/^長すぎるため保存できませんでした/)).toBeDefined()
  for (const way of [COPY.retry, COPY.discard, COPY.copy]) expect(button(way)).toBeDefined()
})

test('a visitor is led to the login by the stars and by the button', async () => {
  const onLoginNeeded = vi.fn()
  await show(form(null, false, onLoginNeeded))
  await give('総合評価', 4)
  fireEvent.click(button(COPY.loginToRate))
  expect(onLoginNeeded).toHaveBeenCalledTimes(2)
})

test('waits in its shape while the device opens', async () => {
  await show(form(null))
  expect(screen.getByText('読み込み中...')).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})
