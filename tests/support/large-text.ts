import type { Page } from 'playwright-core'

/**
 * How a person makes text larger: in the browser's settings, by which media queries go too, or for the page
 * alone.
 */
export type Way = 'browser' | 'page'

/** Runs in each page, before its own code, where only the page is told of the size. */
export function setLargeText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 200% !important }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Sets text at 200 % for every document of this page. Answers what is to be awaited after the page has loaded
 * another document: Chromium forgets the size with the old one.
 */
export async function enlargeText(page: Page, way: Way): Promise<() => Promise<void>> {
  if (way === 'page') {
    await page.addInitScript(setLargeText)
    return () => Promise.resolve()
  }
  const session = await page.context().newCDPSession(page)
  const enlarge = async () => {
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
  }
  await enlarge()
  return enlarge
}

/** What of the screen cannot be read with large text; runs in the page. */
export function largeTextFaults(): string[] {
  const { documentElement: html } = document
  const faults: string[] = []
  const size = Number.parseFloat(getComputedStyle(html).fontSize)
  if (size !== 32) faults.push(`has text of ${size} px`)
  const wide = html.scrollWidth - html.clientWidth
  const called = (element: Element) => element.outerHTML.slice(0, 160)
  const scrollsOrCuts = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).overflowX !== 'visible' || scrollsOrCuts(element.parentElement))
  const isOutside = (element: Element): boolean =>
    element.getBoundingClientRect().right > html.clientWidth + 1 && !scrollsOrCuts(element)
  if (wide > 0)
    faults.push(
      `is ${wide} px wider than its window: ${[...document.querySelectorAll('body *')].filter(isOutside).map(called).at(-1)}`,
    )
  const isForEars = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' || isForEars(element.parentElement))
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('svg, [aria-hidden="true"]') === null &&
    !isForEars(element)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const said = node.textContent?.trim() ?? ''
    const holder = node.parentElement
    if (said === '' || !holder || !isSeen(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, width, height } = range.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    if ((right > innerWidth + 1 || left < -1) && !scrollsOrCuts(holder))
      faults.push(`reaches out of the window: ${called(holder)}`)
    const { fontSize, lineHeight } = getComputedStyle(holder)
    const lines = Math.round(height / Number.parseFloat(lineHeight))
    if (said.length >= 12 && lines > 1 && width < 2.5 * Number.parseFloat(fontSize))
      faults.push(
        `has lines of ${Math.floor(width / Number.parseFloat(fontSize))} characters: ${called(holder)}`,
      )
    const { overflowX, textOverflow } = getComputedStyle(holder)
    const isCut = overflowX !== 'visible' && overflowX !== 'auto' && textOverflow !== 'ellipsis'
    if (isCut && holder.scrollWidth > holder.clientWidth + 1) faults.push(`is cut off: ${called(holder)}`)
  }
  return [...new Set(faults)]
}
