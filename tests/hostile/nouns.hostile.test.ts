import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { PATIENCE_MS } from '../e2e/patience.ts'
import { drawn } from '../support/drawn.ts'
import { expectReadingOnly, newTraveller, openDevice, signInOn, withoutNetwork } from './device.ts'
import { MODES } from './modes.ts'
import { NOUNS } from './nouns.ts'

const stack = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe.each(NOUNS)('$noun', ({ noun, place, given, ready, act, badge, badgeAt, rows, expected }) => {
  test.each(drawn(noun, MODES, 1))('arrives once, done without a network, with $name', async (mode) => {
    const traveller = await newTraveller(browser, stack)
    await given?.(stack, traveller)
    const device = await openDevice(browser, stack, mode)
    const { page, host } = device
    const path = place(traveller)
    if (!mode.stores) return expectReadingOnly(device, traveller, path)

    await signInOn(device, mode, traveller.person)
    await page.goto(host.web + path)
    await page.locator('main h1').waitFor()
    await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
    await ready?.(page).first().waitFor()
    await withoutNetwork(device, mode, () => act(device))
    await expect.poll(() => rows(stack, traveller), { timeout: PATIENCE_MS }).toEqual(expected)
    if (badgeAt !== undefined) await page.goto(host.web + badgeAt)
    if (badge !== undefined)
      await page.locator(badge).and(page.locator('[data-sync="saved"]')).first().waitFor()
    expect(device.errors).toEqual([])
  })
})
