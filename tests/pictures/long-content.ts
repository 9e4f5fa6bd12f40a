import type { Browser, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { signIn } from '../e2e/people.ts'
import { signUpAdult } from '../support/member.ts'
import { serviceClient } from '../support/session.ts'
import { goOn, stillContext, stillPage } from './still-page.ts'

const stack = inject('stack')
const VIEWER = { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' }
const WIDTHS = [320, 390, 1280]
const VIDEO = 'nagai-title'
const FAMILY = '👩‍👩‍👧‍👦'
const TITLE = '折り返す場所のないとても長い題名'.repeat(12)
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'
const NAME = 'Ｗ'.repeat(30)
const COMMENT = `${WORD.repeat(3)}${FAMILY.repeat(20)}\n${'空白のない感想'.repeat(2000)}`.slice(0, 10_000)

/** Somebody with the longest of everything, who rated a video with the longest of everything. */
async function fill(): Promise<string> {
  const { id } = await signUpAdult(stack)
  const service = serviceClient(stack)
  const viewer = await service.from('profiles').select('id').eq('username', 'ひなた').single()
  const done = [
    await service
      .from('profiles')
      .update({ username: NAME, display_name: WORD.slice(0, 50), bio: TITLE + WORD + FAMILY.repeat(9) })
      .eq('id', id),
    await service.from('videos').insert({
      youtube_id: VIDEO,
      title: TITLE,
      channel_title: WORD.repeat(3),
      description: COMMENT.slice(0, 5000),
      genre_id: 'music',
    }),
    await service.from('video_ratings').insert({
      user_id: id,
      video_id: VIDEO,
      overall: 4,
      comment: COMMENT,
      edited_at: { overall: 1, comment: 1 },
    }),
    await service.from('notifications').insert({
      user_id: viewer.data?.id,
      type: 'system',
      title: TITLE.slice(0, 100),
      message: WORD.repeat(6) + FAMILY.repeat(20),
      priority: 'high',
    }),
  ]
  expect(done.map(({ error }) => error)).toEqual(done.map(() => null))
  return id
}

/** In the page: what stands out of it to the side, and what is cut off without saying so. */
function broken(): string[] {
  const styleOf = (element: Element) => getComputedStyle(element)
  const saysMore = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration): boolean =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  /** Inside of what scrolls, or ends in dots. */
  const mayStandOut = (element: Element): boolean => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(styleOf(at).overflowX) || saysMore(styleOf(at))) return true
    return false
  }
  const complaints: string[] = []
  const complain = (what: string, element: Element) =>
    complaints.push(`${what}: ${element.outerHTML.replace(/\s+/g, ' ').slice(0, 160)}`)
  if (document.documentElement.scrollWidth > window.innerWidth) complaints.push('the page scrolls sideways')
  for (const element of document.querySelectorAll('main *')) {
    const box = element.getBoundingClientRect()
    const style = styleOf(element)
    // Only for screen readers
    if (box.width <= 1 || box.height <= 1 || element.closest('svg, .sr-only')) continue
    if (box.right > window.innerWidth + 1 && !mayStandOut(element)) complain('stands out', element)
    const cuts = /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    if (cuts && !saysMore(style) && element.textContent.trim() !== '') complain('is cut off', element)
  }
  return complaints.slice(0, 5)
}

async function expectWhole(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(broken), `${what} at ${width}`).toEqual([])
  }
}

/** Long titles, names, words, emoji and comments stay in their place. Adds to what everybody sees. */
export async function expectLongContentWhole(browser: Browser): Promise<void> {
  const personId = await fill()
  const context = await stillContext(browser)
  const page = await stillPage(context)
  await signIn(page, stack.web, VIEWER)
  await goOn(page, `/search?q=${encodeURIComponent(TITLE.slice(0, 20))}`, TITLE.slice(0, 20))
  await page.getByText(TITLE).first().waitFor()
  await expectWhole(page, 'a result')
  await goOn(page, `/video/${VIDEO}`, TITLE)
  const fold = page.getByRole('button', { name: '続きを読む' }).last()
  await fold.waitFor()
  await expectWhole(page, 'the video')
  await fold.click()
  await page.getByRole('button', { name: '折りたたむ' }).last().waitFor()
  await expectWhole(page, 'the whole comment')
  await goOn(page, `/profile/${personId}`, NAME)
  await page.getByRole('button', { name: '続きを読む' }).first().waitFor()
  await expectWhole(page, 'the person')
  await goOn(page, '/profile/notifications', '通知')
  await page.getByText(WORD.repeat(6)).first().waitFor()
  await expectWhole(page, 'the notification')
  await context.close()
}
