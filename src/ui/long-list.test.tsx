// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { layOut } from '../../tests/support/conversation.ts'
import { show } from '../../tests/support/screen.tsx'
import { ListItem, LongGroups, LongList, WHOLE } from './long-list.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const keyOf = String

beforeEach(layOut)

/** Beside it there are the toasts. */
const list = () => screen.getAllByRole('list')[0] ?? document.body
const items = () => within(list()).queryAllByRole('listitem')

describe('LongList', () => {
  const listOf = (count: number) => (
    <LongList items={numbers(count)} keyOf={keyOf}>
      {(item, _, place) => (
        <ListItem place={place} className="">
          {item}
        </ListItem>
      )}
    </LongList>
  )

  test('puts a list of ordinary length into the document whole', async () => {
    await show(listOf(WHOLE))
    expect(items()).toHaveLength(WHOLE)
    expect(list().tagName).toBe('UL')
  })

  test('keeps only what is near the window of a long one, and says where in the list it is', async () => {
    await show(listOf(5_000))
    await waitFor(() => expect(items()).not.toEqual([]))
    expect(items().length).toBeLessThan(60)
    expect(
      items()
        .map((item) => item.getAttribute('aria-posinset'))
        .slice(0, 2),
    ).toEqual(['1', '2'])
    expect(items()[0]?.getAttribute('aria-setsize')).toBe('5000')
  })

  test('asks for more than the first items once per reading, and only near their end', async () => {
    const asked = vi.fn<(there: number) => void>()
    const startOf = (there: number) => (
      <LongList items={numbers(there)} total={300} onNearEnd={() => asked(there)} keyOf={keyOf}>
        {(item, _, place) => (
          <ListItem place={place} className="">
            {item}
          </ListItem>
        )}
      </LongList>
    )
    const { change } = await show(startOf(20))
    await waitFor(() => expect(items()[0]?.getAttribute('aria-setsize')).toBe('300'))
    change(startOf(20))
    await waitFor(() => expect(asked.mock.calls).toEqual([[20]]))
    change(startOf(40))
    await waitFor(() => expect(asked.mock.calls).toEqual([[20], [40]]))
    change(startOf(200))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).toHaveBeenCalledTimes(2)
  })

  function Scrolled() {
    const [shown, setShown] = useState([40, 41, 42])
    const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(shown.length)
    const remove = (index: number): void => {
      removing(40 + index)
      setShown(shown.toSpliced(index, 1))
    }
    return (
      <div ref={listRef} tabIndex={-1}>
        {shown.map((item, index) => (
          <ListItem key={item} place={{ index: 40 + index, count: 5_000, isGrouped: false }} className="">
            <button data-remove="" onClick={() => remove(index)}>{`${item}を外す`}</button>
          </ListItem>
        ))}
      </div>
    )
  }

  test('hands the focus on in the midst of it, where what stands before is not in the document', async () => {
    await show(<Scrolled />)
    const remove = await screen.findByText('40を外す')
    remove.focus()
    fireEvent.click(remove)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('41を外す'))
  })

  function Removable() {
    const [shown, setShown] = useState(numbers(WHOLE + 1))
    const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(shown.length)
    const remove = (item: number, index: number): void => {
      removing(index)
      setShown(shown.filter((other) => other !== item))
    }
    return (
      <div ref={listRef} tabIndex={-1}>
        <LongList items={shown} keyOf={keyOf}>
          {(item, index, place) => (
            <ListItem place={place} className="">
              <button data-remove="" onClick={() => remove(item, index)}>{`${item}を外す`}</button>
            </ListItem>
          )}
        </LongList>
      </div>
    )
  }

  test('hands the focus of an item that is removed to the next, and stays long until it is left', async () => {
    await show(<Removable />)
    const remove = await screen.findByText('3を外す')
    remove.focus()
    fireEvent.click(remove)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('4を外す'))
    expect(list().tagName).toBe('DIV')
  })
})

test('LongGroups puts each label above the first row of its group', async () => {
  const groups = [
    { label: '今日', items: [1, 2] },
    { label: '昨日', items: [3] },
  ]
  await show(
    <LongGroups groups={groups} keyOf={keyOf} renderLabel={(label) => <h2>{label}</h2>}>
      {(item, index, place) => <ListItem place={place} className="">{`${index}:${item} `}</ListItem>}
    </LongGroups>,
  )
  await screen.findByText('昨日')
  expect(document.querySelector('main')?.textContent).toContain('今日0:1 1:2 昨日2:3')
  expect(list().contains(screen.getByText('今日'))).toBe(false)
})
