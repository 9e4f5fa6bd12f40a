/** px between the points at which an anchor is looked for. */
const STEP = 24

/** What is looked at, and what stands for it where it is drawn anew. */
type Anchor = [element: Element, top: number]
const main = () => document.querySelector('main')
const topOf = (element: Element): number => element.getBoundingClientRect().top
const headEnd = (): number => document.querySelector('.app-header')?.getBoundingClientRect().bottom ?? 0

/**
 * Keeps what a person looks at where it is. Once a document, before the router begins to note places. Answers what
 * is to be called once the router has taken the place again that the document before had.
 */
export function keepPlace(): () => void {
  // A place outlasts its document as that of the page without the notices above it: the next may have others.
  // A page that the browser keeps goes on with its own. Chromium calls listeners at the window in their order
  addEventListener('pagehide', ({ persisted }) => persisted || scrollBy(0, -heightOfNotices()), true)
  if (!CSS.supports('overflow-anchor', 'auto')) anchor()
  return () => {
    if (scrollY > 0) scrollBy(0, heightOfNotices())
  }
}

/** px, but for a constant. */
const heightOfNotices = (): number => (main()?.offsetTop ?? 0) - headEnd()

/**
 * Scroll anchoring for WebKit, which has none (CSS `overflow-anchor`): when something above what a person looks
 * at comes, goes or grows, the page is scrolled by as much before it is painted, so that a press meets what it was
 * aimed at. At the top of the page nothing is anchored: what comes there is to be seen.
 */
function anchor(): void {
  let anchors: Anchor[] = []
  const choose = (): void => {
    const chosen = scrollY > 0 ? [firstSeen(), main()] : []
    anchors = chosen.flatMap((element) => (element ? [[element, topOf(element)]] : []))
  }
  // Order matters: a page is told that it was scrolled before it is told of sizes in the same frame
  addEventListener('scroll', choose, { passive: true })
  new ResizeObserver(() => {
    const held = anchors.find(([element]) => element.isConnected)
    if (held) scrollBy(0, topOf(held[0]) - held[1])
    choose()
  }).observe(document.body)
}

/** The first element of the screen that begins below the header; undefined where a dialog lies over it. */
function firstSeen(): Element | undefined {
  const head = headEnd()
  for (let y = head + STEP; y < innerHeight; y += STEP) {
    const seen = document.elementFromPoint(innerWidth / 4, y)
    // What is drawn in a picture may move within it
    const element = seen?.closest('svg') ?? seen
    // What stays while the page scrolls holds no place
    if (element?.closest('main') && !element.closest('.section-nav') && topOf(element) >= head) return element
  }
  return undefined
}
