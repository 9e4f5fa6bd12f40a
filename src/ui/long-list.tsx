import {
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from '@tanstack/react-router'
import { type CacheSnapshot, type CustomItemComponentProps, Virtualizer, WindowVirtualizer } from 'virtua'
import * as v from 'valibot'
import { classNames } from './class-names.ts'
import { useStableCallback } from './use-stable-callback.ts'

/** A list of up to so many items stands whole in the document, where the browser's own search finds them. */
export const WHOLE = 100
/** px above and below the window that are drawn too: where the next Tab leads is there. */
const BUFFER_PX = 600
/** More items are asked for when somebody is so many before the end of those that are there. */
const AHEAD = 30
/** Lists that were left, whose heights are remembered. */
const MAX_LEFT = 20

/**
 * Where an item stands in a long list, of which only a part is in the document; null in one that stands
 * whole.
 */
export type Place = { index: number; count: number; isGrouped: boolean } | null

type Look<Item> = {
  keyOf: (item: Item) => string
  /** Of the list that stands whole, and of each row of a long one. */
  className?: string
  /** Around all of it. */
  boxClassName?: string
  /** How many there are, where `items` are only the first of them. */
  total?: number | undefined
  /** Asks for more of them. */
  onNearEnd?: (() => void) | undefined
  /** A ListItem. */
  children: (item: Item, index: number, place: Place) => ReactElement
}
type LongListProps<Item> = Look<Item> & {
  items: readonly Item[]
  /** The box that scrolls, where that is not the page itself. */
  scroller?: RefObject<HTMLElement | null>
}

/** Of a long list only the rows near the window are in the document. */
export function LongList<Item>({ items, ...look }: LongListProps<Item>) {
  const { keyOf, className, boxClassName, total = items.length, children } = look
  const [isLong, setLong] = useState(total > WHOLE)
  // A list does not change its kind while somebody removes items from it
  if (!isLong && total > WHOLE) setLong(true)
  if (isLong) return <Rows groups={[{ items }]} {...look} />
  return (
    <ul className={classNames(className, boxClassName)}>
      {items.map((item, index) => (
        <Keyed key={keyOf(item)}>{children(item, index, null)}</Keyed>
      ))}
    </ul>
  )
}

type Group<Item> = { label: string; items: readonly Item[] }
type LongGroupsProps<Item> = Look<Item> & {
  groups: readonly Group<Item>[]
  renderLabel: (label: string, isFirst: boolean) => ReactNode
}

/**
 * The same for items in groups, always as a long list: not a list to screen readers, which find the groups by
 * their headings.
 */
export const LongGroups = <Item,>(props: LongGroupsProps<Item>) => <Rows {...props} />

const Keyed = ({ children }: { children: ReactElement }) => children

/**
 * How a long list was when it was left, by its entry of the browser's history: whoever comes back finds their
 * place.
 */
type Left = { columns: number; width: number; heights: CacheSnapshot }
const KEPT_KEY = 'mirutomo-long-list'
const Kept = v.tuple([
  v.string(),
  v.object({
    columns: v.number(),
    width: v.number(),
    heights: v.tuple([v.array(v.number()), v.number()]),
  }),
])
const left = new Map<string, Left>(keptOverReload())

/** The one that the document before this one showed in this tab. */
function keptOverReload(): [string, Left][] {
  try {
    const kept = v.safeParse(Kept, JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? 'null'))
    return kept.success ? [kept.output] : []
  } catch {
    return []
  }
}

type RowsProps<Item> = Look<Item> &
  Partial<Pick<LongGroupsProps<Item>, 'renderLabel'>> &
  Pick<LongListProps<Item>, 'scroller'> & {
    groups: readonly (Pick<Group<Item>, 'items'> & Partial<Group<Item>>)[]
  }

function Rows<Item>(props: RowsProps<Item>) {
  const { groups, scroller, keyOf, className, boxClassName, renderLabel, children } = props
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [before] = useState(() => {
    const known = left.get(entry)
    return known?.width === innerWidth ? known : undefined
  })
  const ruler = useRef<HTMLDivElement>(null)
  const list = useRef<{ readonly cache: CacheSnapshot }>(null)
  const columns = useColumns(ruler, before?.columns ?? 1)
  useLayoutEffect(() => {
    const shown = list.current
    const leave = (): void => {
      if (!shown) return
      left.delete(entry)
      left.set(entry, { columns, width: innerWidth, heights: shown.cache })
      for (const oldest of [...left.keys()].slice(0, -MAX_LEFT)) left.delete(oldest)
    }
    const keepOverReload = (): void => {
      leave()
      try {
        sessionStorage.setItem(KEPT_KEY, JSON.stringify([entry, left.get(entry)]))
      } catch {
        // Where the browser keeps nothing, a reload begins at an estimate
      }
    }
    addEventListener('pagehide', keepOverReload)
    return () => {
      removeEventListener('pagehide', keepOverReload)
      leave()
    }
  }, [entry, columns])
  const rows = inRows(groups, columns)
  const there = groups.reduce((sum, { items }) => sum + items.length, 0)
  const { total: count = there, onNearEnd } = props
  const askedAt = useRef(0)
  const askForMore = useStableCallback(() => {
    if (there >= count || askedAt.current === there) return
    askedAt.current = there
    onNearEnd?.()
  })
  const isGrouped = renderLabel !== undefined
  const shared = {
    ref: (shown: { readonly cache: CacheSnapshot } | null) => void (list.current = shown),
    data: rows,
    item: Row,
    bufferSize: BUFFER_PX,
    // Hazard: while it estimates it draws nothing beyond the window, and Tab would leave the list
    ...(before?.columns === columns && { cache: before.heights, itemSize: before.heights[1] ?? 0 }),
    children: ({ label, items, from }: RowOf<Item>) => (
      <>
        {label !== undefined && renderLabel?.(label, from === 0)}
        <div className={className}>
          {items.map((item, column) => (
            <Keyed key={keyOf(item)}>
              {children(item, from + column, { index: from + column, count, isGrouped })}
            </Keyed>
          ))}
          {/* What the grid keeps between rows stands below each */}
          <div className="col-span-full" />
        </div>
        {from >= there - AHEAD && <NearEnd key={there} onShown={askForMore} />}
      </>
    ),
  }
  return (
    <div role={isGrouped ? undefined : 'list'} className={boxClassName}>
      <div ref={ruler} className={className} />
      {scroller ? (
        <Virtualizer key={columns} scrollRef={scroller} {...shared} />
      ) : (
        <WindowVirtualizer key={columns} {...shared} />
      )}
    </div>
  )
}

function NearEnd({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return null
}

type RowOf<Item> = { label: string | undefined; items: readonly Item[]; from: number }

/** `label`: of the group that begins with the row. `from`: the place of its first item among all. */
function inRows<Item>(groups: RowsProps<Item>['groups'], columns: number): RowOf<Item>[] {
  const rows: RowOf<Item>[] = []
  let from = 0
  for (const { label, items } of groups) {
    for (let start = 0; start < items.length; start += columns)
      rows.push({
        label: start === 0 ? label : undefined,
        items: items.slice(start, start + columns),
        from: from + start,
      })
    from += items.length
  }
  return rows
}

/** `data-row`: by it the screen is known to stand at its beginning (src/app/last-screen). */
const Row = ({ index, style, children, ref }: CustomItemComponentProps) => (
  // The virtualizer types its ref for any element.
  <div ref={ref as Ref<HTMLDivElement>} style={style} data-row={index}>
    {children}
  </div>
)

/** How many columns the stylesheet gives a grid of this class here. */
function useColumns(ruler: { current: HTMLElement | null }, initial: number): number {
  const [columns, setColumns] = useState(initial)
  useLayoutEffect(() => {
    const measured = ruler.current
    if (!measured) return
    const measure = (): void => {
      const tracks = getComputedStyle(measured).gridTemplateColumns
      setColumns(tracks.includes('px') ? tracks.split(' ').length : 1)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(measured)
    return () => watch.disconnect()
  }, [ruler])
  return columns
}

type ListItemProps = { place: Place; className: string; 'data-sync'?: string; children: ReactNode }

/**
 * An item of a LongList or of LongGroups. Hazard: with a place it must not have `content-visibility: auto`,
 * or its row is measured undrawn.
 */
export function ListItem({ place, className, ...rest }: ListItemProps) {
  if (place === null) return <li {...rest} className={className} />
  const { index, count, isGrouped } = place
  return (
    <div
      {...rest}
      {...(!isGrouped && { role: 'listitem', 'aria-posinset': index + 1, 'aria-setsize': count })}
      data-place={index}
      className={className}
    />
  )
}
