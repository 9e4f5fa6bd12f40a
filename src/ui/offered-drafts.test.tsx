// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { layDraft } from '#platform/open-draft.ts'
import { versionsOf } from '#platform/drafts.ts'
import { show } from '../../tests/support/screen.tsx'
import { OfferedForms } from './offered-drafts.tsx'
import { useFormDraft } from './use-draft.ts'

afterEach(() => localStorage.clear())

const PLACE = { whose: 'anna', name: 'event' }
const Form = v.object({ title: v.string(), place: v.string() })
const lay = (title: string) => layDraft(PLACE, JSON.stringify({ title, place: '渋谷' }))

function EventForm() {
  const draft = useFormDraft(PLACE.whose, PLACE.name, Form)
  return (
    <>
      <output>{draft.value === null ? 'なし' : `${draft.value.title}・${draft.value.place}`}</output>
      <OfferedForms draft={draft} words={({ title }) => title} />
    </>
  )
}

test('a form that is offered comes back whole, and what stood there is offered instead', async () => {
  lay('前の集まり')
  lay('今の集まり')
  await show(<EventForm />)
  screen.getByText('今の集まり・渋谷')
  fireEvent.click(screen.getByText('この内容にする'))
  screen.getByText('前の集まり・渋谷')
  fireEvent.click(screen.getByText('破棄'))
  expect(screen.queryByText('この内容にする')).toBeNull()
  expect(versionsOf(PLACE)).toHaveLength(1)
  fireEvent.click(await screen.findByText('元に戻す'))
  await screen.findByText('この内容にする')
  expect(versionsOf(PLACE)).toHaveLength(2)
})

test('the keyboard stays beside the field when a draft is taken or given up', async () => {
  lay('前の集まり')
  lay('今の集まり')
  await show(<EventForm />)
  const press = (name: string): void => {
    const button = screen.getByText(name).closest('button')
    button?.focus()
    if (button !== null) fireEvent.click(button)
  }
  press('この内容にする')
  expect(document.activeElement?.textContent).toBe('この内容にする')
  press('破棄')
  expect(document.activeElement).toBe(screen.getByText('前の集まり・渋谷').nextElementSibling)
})

test('a draft that does not read as the form does is neither shown nor offered', async () => {
  lay('集まり')
  layDraft(PLACE, '{"title":')
  await show(<EventForm />)
  screen.getByText('なし')
  screen.getByText('この内容にする')
})
