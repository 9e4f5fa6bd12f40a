// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { actAs, type BrowserName } from '../../tests/support/act-as.ts'
import {
  deletesUnvisited,
  installingBringsPushes,
  type InstallWay,
  installWay,
  isPrivateWindow,
  sendsWhenClosed,
} from './browser-abilities.ts'

type Abilities = { way: InstallWay; sends: boolean; deletes: boolean; bringsPushes: boolean }
const GIVEN: [BrowserName, Abilities][] = [
  ['Safari on an iPhone', { way: 'ios', sends: false, deletes: true, bringsPushes: true }],
  ['Safari on an iPad', { way: 'ios', sends: false, deletes: true, bringsPushes: true }],
  ['the app on an iPhone', { way: 'app', sends: false, deletes: false, bringsPushes: false }],
  ['Safari on a Mac', { way: 'dock', sends: false, deletes: true, bringsPushes: false }],
  ['Chrome on a laptop', { way: 'address-bar', sends: true, deletes: false, bringsPushes: false }],
  ['Chrome on Android', { way: 'android', sends: true, deletes: false, bringsPushes: false }],
  ['the app of Chrome', { way: 'app', sends: true, deletes: false, bringsPushes: false }],
  ['Firefox on a laptop', { way: 'none', sends: false, deletes: false, bringsPushes: false }],
  ['Firefox on Android', { way: 'android', sends: false, deletes: false, bringsPushes: false }],
]

test.each(GIVEN)('the abilities of %s are known', (name, abilities) => {
  actAs(name)
  expect({
    way: installWay(),
    sends: sendsWhenClosed(),
    deletes: deletesUnvisited(),
    bringsPushes: installingBringsPushes(),
  }).toEqual(abilities)
})

describe('isPrivateWindow', () => {
  const answering = (open: (() => Promise<unknown>) | undefined): void => {
    vi.stubGlobal('navigator', { storage: open && { getDirectory: open } })
  }

  test.each(['SecurityError', 'UnknownError'])('is true where the file system answers %s', async (name) => {
    answering(() => Promise.reject(new DOMException('no', name)))
    expect(await isPrivateWindow()).toBe(true)
  })
  test('is false where the file system opens, is missing, or the disk is full', async () => {
    answering(() => Promise.resolve({}))
    expect(await isPrivateWindow()).toBe(false)
    answering(() => Promise.reject(new DOMException('full', 'QuotaExceededError')))
    expect(await isPrivateWindow()).toBe(false)
    answering(undefined)
    expect(await isPrivateWindow()).toBe(false)
  })
})
