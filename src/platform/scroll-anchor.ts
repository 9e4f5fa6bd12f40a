/** px between the points at which an anchor is looked for. */
const STEP = 24

type Anchor = { element: Element; top: number }

/**
 * Scroll anchoring for WebKit, which has none (CSS `overflow-anchor`): when something above what a person looks at
 * comes, goes or grows, the page is scrolled by as much before it is painted, so that a press meets what it was aimed
 * at. At the top of the page nothing is anchored: what comes there is to be seen. Returns what ends it.
 */
export function keepScrollAnchored(): () => void {
  if (CSS.supports('overflow-anchor', 'auto')) return () => {}
  let anchor: Anchor | undefined
  const choose = (): void => {
    anchor = scrollY > 0 ? firstSeen() : undefined
  }
  const hold = (): void => {
    if (anchor?.element.isConnected === true) {
      const moved = anchor.element.getBoundingClientRect().top - anchor.top
      if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
    }
    choose()
  }
  // Order matters: a page is told that it was scrolled before it is told of sizes in the same frame
  addEventListener('scroll', choose, { passive: true })
  const watching = new ResizeObserver(hold)
  watching.observe(document.body)
  return () => {
    removeEventListener('scroll', choose)
    watching.disconnect()
  }
}

/** The first element that begins below the header; undefined where a dialog lies over the page. */
function firstSeen(): Anchor | undefined {
  const head = document.querySelector('.app-header')?.getBoundingClientRect().bottom ?? 0
  for (let y = head + STEP; y < innerHeight; y += STEP) {
    const seen = document.elementFromPoint(innerWidth / 4, y)
    // What is drawn in a picture may move within it
    const element = seen?.closest('svg') ?? seen
    if (!element?.closest('main')) continue
    const { top } = element.getBoundingClientRect()
    if (top >= head) return { element, top }
  }
  return undefined
}
