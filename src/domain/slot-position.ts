type Placed = { name: string; type: 'home' | 'search' | 'video' }

const PAGES = ['home', 'search', 'video'] as const satisfies Placed['type'][]
const PLACES: Record<Placed['type'], string> = {
  home: 'ホームの人気の動画の下',
  search: '検索結果の上',
  video: '動画ページのレビューの下',
}

/** Slots by page, and on a page in the order in which it shows them: by name, code point by code point. `position` counts from 1 on each page. */
export function slotsInPlace<Item>(
  items: readonly Item[],
  slotOf: (item: Item) => Placed,
): { item: Item; position: number }[] {
  return PAGES.flatMap((page) =>
    items
      .filter((item) => slotOf(item).type === page)
      .toSorted((a, b) => (slotOf(a).name < slotOf(b).name ? -1 : 1))
      .map((item, index) => ({ item, position: index + 1 })),
  )
}

/** Where a slot is shown and to whom: premium members see the first advertisement of a page alone (DESIGN §7). */
export function slotPlaceText(type: Placed['type'], position: number): string {
  const seen =
    position === 1
      ? 'プレミアム会員にも表示します。'
      : 'プレミアム会員には、前の枠が空いているときだけ表示します。'
  return `${PLACES[type]}に並ぶ広告の${position}番目です。${seen}`
}
