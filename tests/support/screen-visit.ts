import type { Page } from 'playwright-core'
import { colourViolations, violations } from './axe.ts'

type Visited = { example: string; heading: string }

/**
 * All that is wrong with a screen, in both themes, for someone who wants less motion and comes from another one of the app; in the end it is light again.
 */
export async function visit(page: Page, screen: Visited): Promise<string[]> {
  const kept = await follow(page, screen).catch(() => null)
  if (kept === null) return [`${screen.example} never shows 「${screen.heading}」`]
  const found = [
    ...(await page.evaluate(faultsOfShape)),
    ...(kept ? await page.evaluate(faultsOfArrival) : []),
    await violations(page),
  ]
  await changeTheme(page, 'dark')
  found.push(await colourViolations(page))
  await changeTheme(page, 'light')
  return found.filter((fault) => fault !== '').map((fault) => `${screen.example} ${fault}`)
}

/** Goes there as a link does. Answers whether the document stayed: some screens are one of their own. */
export async function follow(page: Page, { example, heading }: Visited): Promise<boolean> {
  await page.evaluate((to) => {
    document.body.dataset['visited'] = to
    history.pushState({}, '', to)
  }, example)
  await page.waitForFunction(
    ([to, text]) => {
      const main = document.querySelector('main')
      return (
        location.pathname + location.search === to &&
        main?.querySelector('h1')?.textContent === text &&
        !main.querySelector('[aria-busy="true"]')
      )
    },
    [example, heading] as const,
    { timeout: 30_000 },
  )
  const kept = await page.evaluate((to) => document.body.dataset['visited'] === to, example)
  // Said a moment after the screen stands; whoever is never told is told of by the faults
  if (kept) await page.waitForFunction(isAnnounced, undefined, { timeout: 5_000 }).catch(() => {})
  return kept
}

const changeTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

/* What follows runs in the page, each function by itself. */

const isAnnounced = () => document.querySelector('main ~ [role="status"]')?.textContent === document.title

function faultsOfShape(): string[] {
  const { documentElement: html, title } = document
  const wide = () => html.scrollWidth - html.clientWidth
  const owed: [boolean, string][] = [
    [html.lang === 'ja', 'does not say that it is in Japanese'],
    [document.querySelectorAll('h1').length === 1, 'has no h1, or several'],
    [title.endsWith('ミルトモ'), 'has no title'],
    [wide() <= 0, `is ${wide()} px wider than its window`],
  ]
  // Not even for a frame: what is half-way there is a colour of nobody's
  const lasts = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat)) > 0
  const moving = [...document.querySelectorAll('*')].find((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return lasts(transitionDuration) || lasts(animationDuration)
  })
  owed.push([moving === undefined, `moves: ${moving?.outerHTML.slice(0, 80)}`])
  // WCAG 1.4.12: as far apart as a person may set the text
  const spacing = new CSSStyleSheet()
  spacing.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  )
  document.adoptedStyleSheets.push(spacing)
  owed.push([wide() <= 0, `is ${wide()} px wider than its window with text set wide`])
  document.adoptedStyleSheets.pop()
  return owed.filter(([held]) => !held).map(([, fault]) => fault)
}

function faultsOfArrival(): string[] {
  const { activeElement, title } = document
  const said = document.querySelector('main ~ [role="status"]')?.textContent
  const owed: [boolean, string][] = [
    [
      // A screen that only asks gives it to the box
      activeElement?.matches('main, main *, [role="search"] input') === true,
      `leaves the focus at ${activeElement?.outerHTML.slice(0, 80)}`,
    ],
    [said === title, `is announced as 「${said}」, not as 「${title}」`],
  ]
  return owed.filter(([held]) => !held).map(([, fault]) => fault)
}
