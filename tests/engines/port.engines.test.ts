import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isInstalled } from './installed.ts'
import { WAYS } from './ways.ts'
import { launch } from './launch.ts'
import type { Engine, LaunchOptions } from './port.ts'

const PHONE = { width: 390, height: 844 }
const PAGE = `<!doctype html><meta charset="utf-8"><title>port</title>
<body style="margin:0;height:3000px">
<button hidden>送信</button>
<button id="send" style="margin-top:2000px">送信</button>
<label>名前 <input></label><label>日付 <input type="date"></label>
<input type="file"><a download="own.txt" href="data:text/plain,own">書き出す</a>
<script>
  window.clicks = []
  document.querySelector('#send').onclick = ({ isTrusted }) => { clicks.push(isTrusted) }
</script>`

const Address = v.object({ port: v.number() })
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))
let address = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://localhost:${v.parse(Address, server.address()).port}/`
})
afterAll(() => server.close())

async function open(engine: Engine, options: Partial<LaunchOptions> = {}) {
  const device = await launch(engine, { ...PHONE, ...options })
  onTestFinished(() => device.close())
  const tab = await device.newTab()
  await tab.go(address)
  return { device, tab }
}

test.runIf(process.env['CI'] === 'true')('CI has Chromium, Firefox and WebKit', () =>
  expect((['chromium', 'firefox', 'webkit'] as const).filter((name) => !isInstalled(name))).toEqual([]),
)

describe.each(WAYS)('the port to %s', (_, engine) => {
  test('clicks and types as a person does', async () => {
    const { tab } = await open(engine)
    await tab.click({ role: 'button', name: '送信' })
    expect(await tab.evaluate(() => Reflect.get(window, 'clicks'))).toEqual([true])
    await tab.fill({ label: '名前' }, 'はなこ🚃 a')
    await tab.fill({ label: '名前' }, '花子 @Z')
    expect(await tab.value({ role: 'textbox', name: '名前' })).toBe('花子 @Z')
    await tab.press('Backspace')
    expect(await tab.value({ label: /^名/ })).toBe('花子 @')
    await tab.fill({ label: '日付' }, '1990-01-31')
    expect(await tab.value({ label: '日付' })).toBe('1990-01-31')
    expect(await tab.count({ role: 'button' })).toBe(1)
  })

  test('presses again what moved away under the pointer, and nothing else', async () => {
    const { tab } = await open(engine)
    await tab.evaluate(() => {
      const moved = document.querySelector<HTMLElement>('#send')
      const clicked: string[] = []
      Reflect.set(window, 'clicked', clicked)
      addEventListener('click', ({ target }) => clicked.push(target instanceof Element ? target.id : ''))
      const move = (): void => moved?.style.setProperty('translate', '0 200px')
      addEventListener('pointermove', move, { once: true })
    })
    await tab.click({ role: 'button', name: '送信' })
    await expect.poll(() => tab.evaluate(() => Reflect.get(window, 'clicked'))).toEqual(['send'])
  })

  test('sees a phone in Tokyo that has the focus and wants less motion', async () => {
    const { tab } = await open(engine)
    const seen = await tab.evaluate(() => ({
      size: [innerWidth, innerHeight],
      language: navigator.language,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      hasFocus: document.hasFocus(),
    }))
    expect(seen).toEqual({
      size: [390, 844],
      language: 'ja-JP',
      zone: 'Asia/Tokyo',
      isStill: true,
      hasFocus: true,
    })
    await tab.resize({ width: 1280, height: 800 })
    await tab.waitUntil(() => innerWidth === 1280 && innerHeight === 800)
  })

  test('keeps the profile over a restart, and runs a script before those of the page', async () => {
    const before = 'window.earlier = document.scripts.length'
    const { device, tab } = await open(engine, { before })
    await tab.evaluate(() => localStorage.setItem('kept', 'yes'))
    await device.restart()
    const again = await device.newTab()
    await again.go(address)
    expect(await again.evaluate(() => localStorage.getItem('kept'))).toBe('yes')
    expect(await again.evaluate(() => Reflect.get(window, 'earlier'))).toBe(0)
    const second = await device.newTab()
    await second.go(`${address}second`)
    expect(await second.evaluate(() => Reflect.get(window, 'earlier'))).toBe(0)
    expect((await again.address()).pathname).toBe('/')
  })

  test('hears what a page complains of', async () => {
    const { device, tab } = await open(engine)
    device.takeComplaints()
    await tab.evaluate(() => {
      console.error('said aloud')
      setTimeout(() => {
        throw new Error('thrown')
      })
    })
    let complaints: string[] = []
    await expect
      .poll(() => {
        complaints = [...complaints, ...device.takeComplaints()]
        return complaints.length
      })
      .toBe(2)
    // Firefox tells of the two by ways of their own
    const told = ['said aloud', 'thrown'].map((text) => expect.stringContaining(text))
    expect(complaints).toEqual(expect.arrayContaining(told))
  })

  test('gives and takes files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mirutomo-port-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'given.txt')
    await writeFile(path, 'given')
    const { device, tab } = await open(engine)
    await tab.upload('input[type=file]', [path])
    expect(
      await tab.evaluate(() => document.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]?.text()),
    ).toBe('given')
    await tab.click({ role: 'link', name: '書き出す' })
    const contents = async () =>
      Promise.all((await device.downloads()).map((saved) => readFile(saved, 'utf8')))
    await expect.poll(contents).toEqual(['own'])
  })
})
