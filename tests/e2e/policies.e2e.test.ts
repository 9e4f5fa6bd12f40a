import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openServer } from '../../supabase/local/gateway/server.ts'
import { createWeb, type Environment } from '../../supabase/local/web/web.ts'
import { launchBrowser } from '../support/browser.ts'
import { noteViolations, refusalsIn } from '../support/violations.ts'
import { signIn } from './people.ts'
import { PHONE } from './devices.ts'

const stack = inject('stack')
const VIEWER = { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' }
const PLAYER = 'https://www.youtube-nocookie.com'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('main h1').first().waitFor({ state: 'attached', timeout: 30_000 })
  await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: 30_000 }).toBe(0)
}

/** A phone that notes what is refused and what is asked of whom, of pages and workers. */
async function watchedPhone(): Promise<{ context: BrowserContext; page: Page; asked: Set<string> }> {
  const context = await browser.newContext(PHONE)
  await noteViolations(context)
  const asked = new Set<string>()
  context.on('request', (request) => asked.add(new URL(request.url()).origin))
  await context.route(`${PLAYER}/**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>再生中</p>' }),
  )
  return { context, page: await context.newPage(), asked }
}

/** The production build on a server of its own, where the app works with `those`. */
async function serve(folder: string, those: Partial<Environment> = {}) {
  const { api: apiUrl, publishableKey } = stack
  const handle = createWeb(folder, { apiUrl, publishableKey, thumbnailBase: '/thumbnails', ...those })
  const server = await openServer({ port: 0, portName: 'PORT', log: () => {}, handle })
  return { web: `http://localhost:${server.port}`, close: () => server.close() }
}

test('a visitor is refused nothing and shown to nobody but us, until the player is pressed', async () => {
  const { context, page, asked } = await watchedPhone()
  const ours = new Set([stack.web, stack.api].map((address) => new URL(address).origin))
  const paths = [
    '/',
    '/genre/music',
    '/events',
    '/help',
    '/about',
    '/login',
    '/search?q=%E3%82%B2%E3%83%BC%E3%83%A0',
  ]
  for (const path of paths) {
    await open(page, stack.web + path)
    expect(await refusalsIn(page), path).toEqual([])
  }
  await page.locator('main article a').first().click()
  await page.getByRole('heading', { name: 'みんなの評価' }).waitFor()
  // Served by the worker from here on
  await page.evaluate(() => navigator.serviceWorker.ready)
  await open(page, page.url())
  expect(await refusalsIn(page), 'video').toEqual([])
  expect([...asked].filter((origin) => !ours.has(origin) && origin !== 'null')).toEqual([])
  await page.getByRole('button', { name: /^「.*」を再生/ }).click()
  await page.frameLocator('main iframe').getByText('再生中').waitFor()
  expect(await refusalsIn(page), 'player').toEqual([])
  expect([...asked].filter((origin) => !ours.has(origin) && origin !== 'null')).toEqual([PLAYER])
  await page.goto(`${stack.web}/terms-of-service.html`)
  expect(await refusalsIn(page), 'terms').toEqual([])
  await context.close()
})

test('who is signed in is refused nothing either', async () => {
  const { context, page } = await watchedPhone()
  await signIn(page, stack.web, VIEWER)
  const paths = [
    '/messages',
    '/profile',
    '/profile/notifications',
    '/profile/settings',
    '/profile/verification',
  ]
  for (const path of [...paths, '/premium/upgrade', '/matching', '/favorites']) {
    await open(page, stack.web + path)
    expect(await refusalsIn(page), path).toEqual([])
  }
  await context.close()
})

test('what the build put into a document runs there by its hash, and nothing else that stands inline', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-inline-'))
  const own = '<style>body { --own: 1 }</style><script>document.body.dataset.own = "ミルトモ"</script>'
  await writeFile(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><body>${own}`)
  const { web, close } = await serve(folder)
  const { context, page } = await watchedPhone()
  const seen = () =>
    page.evaluate(() => [
      document.body.dataset['own'] ?? '',
      getComputedStyle(document.body).getPropertyValue('--own').trim(),
    ])
  await page.goto(web)
  expect(await seen()).toEqual(['ミルトモ', '1'])
  expect(await refusalsIn(page)).toEqual([])
  // The same document, changed on its way under the policy of what was built
  await context.route(`${web}/search`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"ミルトモ"', '"悪意"') })
  })
  await page.goto(`${web}/search`)
  expect(await seen()).toEqual(['', '1'])
  expect(await refusalsIn(page)).toEqual(['script-src-elem inline'])
  await context.close()
  await close()
  await rm(folder, { recursive: true })
})

/** Where what `selector` names stands on the screen. */
const placeOf = (page: Page, selector: string) =>
  page.evaluate((sought) => {
    const { x, y, width, height } = document.querySelector(sought)?.getBoundingClientRect() ?? new DOMRect()
    return [x, y, width, height].map(Math.round)
  }, selector)

test('the bar and the places are painted without any file of code or style, where the app puts them', async () => {
  const { web, close } = await serve('dist', {
    stripe: { publishableKey: 'pk_test_1' },
    firebase: { apiKey: 'a', authDomain: 'b', projectId: 'c' },
  })
  const { context, page } = await watchedPhone()
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await context.route(/\.(js|css)$/, (route) => route.abort())
  for (const path of ['/premium/upgrade', '/profile/verification', '/']) {
    await page.goto(web + path)
    await page.locator('#first-paint .places').waitFor()
    expect(await refusalsIn(page), path).toEqual([])
  }
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const painted = [
    await ground(),
    await placeOf(page, '#first-paint .bar'),
    await placeOf(page, '#first-paint .brand svg'),
    await placeOf(page, '#first-paint .places'),
    await placeOf(page, '#first-paint .places svg'),
  ]
  await context.unroute(/\.(js|css)$/)
  await open(page, web)
  expect(painted).toEqual([
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    await placeOf(page, 'header'),
    await placeOf(page, 'header svg'),
    await placeOf(page, '.bottom-nav'),
    await placeOf(page, '.bottom-nav svg'),
  ])
  expect(await page.locator('#first-paint').count()).toBe(0)
  await context.close()
  await close()
})

/** Tries in the page what an attacker would; answers what went through and what the browser said of the rest. */
async function attack(page: Page): Promise<{ through: string[]; refused: string[] }> {
  await page.evaluate(() => {
    const reached = (what: string) => `document.documentElement.dataset.reached${what} = ''`
    const put = (name: string, attributes: Record<string, string>): HTMLElement => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      document.body.append(element)
      return element
    }
    const ways: Record<string, () => unknown> = {
      text: () => {
        const script = document.createElement('script')
        // Around the text of scripts, which Trusted Types guard, by a node
        script.append(document.createTextNode(reached('Text')))
        document.body.append(script)
      },
      handler: () => put('img', { src: '/none.png', onerror: reached('Handler') }),
      // oxlint-disable-next-line no-eval -- tried, and refused
      eval: () => (0, eval)(reached('Eval')),
      // oxlint-disable-next-line typescript/no-implied-eval -- tried, and refused
      function: () => new Function(reached('Function'))(),
      timeout: () => Reflect.apply(setTimeout, window, [reached('Timeout')]),
      markup: () => {
        put('div', {}).innerHTML = '<b data-reached></b>'
      },
      frame: () => put('iframe', { srcdoc: '<b data-reached></b>' }),
      elsewhere: () => put('iframe', { src: 'https://evil.example/' }),
      script: () => put('script', { src: 'https://evil.example/x.js' }),
      style: () => put('style', {}).append('body { --reached: 1 }'),
      attribute: () => put('p', { style: '--reached: 1' }),
      object: () => put('object', { data: '/icons/icon.svg' }),
      base: () => put('base', { href: 'https://evil.example/' }),
      beacon: () => void fetch('https://evil.example/').catch(() => {}),
      picture: () => put('img', { src: 'https://evil.example/x.png' }),
      address: () => put('a', { href: `javascript:${reached('Address')}` }).click(),
      form: () => {
        const form = put('form', { action: 'https://evil.example/' })
        if (form instanceof HTMLFormElement) form.submit()
      },
      worker: () => new Worker('/service-worker.js'),
      policy: () => window.trustedTypes?.createPolicy('other', { createScriptURL: (url) => url }),
    }
    // Later: what is evaluated here by the driver of the browser is not bound by the policy
    setTimeout(() => {
      for (const [name, way] of Object.entries(ways))
        try {
          way()
        } catch (error) {
          window.refusals?.push(`threw ${name} ${String(error).slice(0, 9)}`)
        }
      document.body.dataset['tried'] = ''
    })
  })
  await expect.poll(() => page.evaluate(() => 'tried' in document.body.dataset)).toBe(true)
  await expect.poll(async () => (await refusalsIn(page)).join()).toContain('form-action')
  const through = await page.evaluate(() => [
    ...Object.keys(document.documentElement.dataset).filter((name) => name.startsWith('reached')),
    ...[...document.querySelectorAll('[data-reached]')].map(({ outerHTML }) => outerHTML),
    ...(getComputedStyle(document.body).getPropertyValue('--reached') ? ['style'] : []),
    ...(document.baseURI.includes('evil') ? ['base'] : []),
  ])
  return { through, refused: await refusalsIn(page) }
}

/** Everything the browser says of one attack, in an order of its own. */
const REFUSED = [
  'base-uri https://evil.example/',
  'connect-src https://evil.example/',
  'form-action https://evil.example/?',
  'frame-src https://evil.example',
  'img-src https://evil.example/x.png',
  'script-src-elem inline',
  'style-src-attr inline',
  'style-src-elem inline',
]
const TRUSTED_TYPES_REFUSED = [
  'require-trusted-types-for trusted-types-sink',
  'threw frame TypeError',
  'threw markup TypeError',
  'threw policy TypeError',
  'threw script TypeError',
  'threw timeout TypeError',
  'threw worker TypeError',
  'trusted-types trusted-types-policy',
]
const EVAL_REFUSED = ['threw eval EvalError', 'threw function EvalError']

test('whoever gets markup or script into a document of ours runs nothing, loads nothing and sends nothing', async () => {
  const { context, page } = await watchedPhone()
  const sent: string[] = []
  await context.route('https://evil.example/**', (route) => {
    sent.push(route.request().url())
    return route.fulfill({ body: '' })
  })
  await open(page, `${stack.web}/help`)
  const { through, refused } = await attack(page)
  expect(through).toEqual([])
  expect(refused).toEqual(expect.arrayContaining([...REFUSED, ...TRUSTED_TYPES_REFUSED, ...EVAL_REFUSED]))

  // Documents that run scripts of others do without Trusted Types, and keep the rest
  const { web, close } = await serve('dist', {
    stripe: { publishableKey: 'pk_test_1' },
    firebase: { apiKey: 'a', authDomain: 'b', projectId: 'c' },
  })
  for (const path of ['/premium/upgrade', '/profile/verification']) {
    await open(page, web + path)
    const other = await attack(page)
    expect(other.through.filter((what) => what !== '<b data-reached=""></b>')).toEqual([])
    expect(other.refused).toEqual(expect.arrayContaining([...REFUSED, ...EVAL_REFUSED]))
  }
  expect(sent).toEqual([])
  await context.close()
  await close()
})
