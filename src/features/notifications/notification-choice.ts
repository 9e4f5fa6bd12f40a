import { DROPDOWN_ITEMS_FREE, DROPDOWN_ITEMS_PREMIUM, IMPORTANT_ITEMS } from '#domain/limits.ts'
import { byImportance, FREE_NOTIFICATION_TYPES, type Priority } from '#domain/notification.ts'

export type Choosable = {
  id: string
  type: string
  priority: Priority
  is_read: boolean
  is_premium_only: boolean
  created_at: string
}
export type NotificationFilter = 'all' | 'unread' | 'premium'

const FREE_TYPES: readonly string[] = FREE_NOTIFICATION_TYPES

/** Spec §6: what a person may see; the server keeps to the same. */
export const visibleTo =
  (isPremium: boolean) =>
  (item: Pick<Choosable, 'type' | 'priority' | 'is_premium_only'>): boolean =>
    isPremium || (!item.is_premium_only && (item.priority === 'high' || FREE_TYPES.includes(item.type)))

const FILTERS = {
  all: () => true,
  unread: (item) => !item.is_read,
  premium: (item) => item.is_premium_only,
} satisfies Record<NotificationFilter, (item: Choosable) => boolean>

/** What the page lists under a tab, in the order given; of one type, if one is named. */
export function chosenBy<Item extends Choosable>(
  filter: NotificationFilter,
  items: readonly Item[],
  isPremium: boolean,
  type: string | null = null,
): Item[] {
  return items
    .filter(visibleTo(isPremium))
    .filter(FILTERS[filter])
    .filter((item) => type === null || item.type === type)
}

/**
 * What the dropdown shows (spec §6 and §9) of items in the order of their age, the newest first: 8 of the 10 newest important ones for free people; all, 15 at
 * most, for premium people. What was `unread` when it opened keeps its place once it is read.
 */
export function dropdownChoice<Item extends Choosable>(
  items: readonly Item[],
  isPremium: boolean,
  unread: ReadonlySet<string> = NONE,
): Item[] {
  const asOpened = (item: Item) => ({ ...item, is_read: item.is_read && !unread.has(item.id) })
  const byPlace = (a: Item, b: Item) => byImportance(asOpened(a), asOpened(b))
  if (isPremium) return items.toSorted(byPlace).slice(0, DROPDOWN_ITEMS_PREMIUM)
  return items
    .filter(visibleTo(false))
    .filter((item) => item.priority === 'high')
    .slice(0, IMPORTANT_ITEMS)
    .toSorted(byPlace)
    .slice(0, DROPDOWN_ITEMS_FREE)
}
const NONE: ReadonlySet<string> = new Set()
