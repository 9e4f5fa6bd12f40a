import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Device } from '../testing/device.ts'
import { ANNA, openScene, type Scene } from '../testing/scene.ts'
import { jsonbText } from '../schema/compare-values.ts'
import type { SettingValue } from './settings.ts'

let scene: Scene
let phone: Device
beforeEach(async () => {
  scene = openScene()
  phone = await scene.device()
})
afterEach(() => scene.end())

/** Texts of exactly 8,192 bytes in the database, and of a few more. */
const BORDER: [fits: SettingValue, tooLong: SettingValue][] = [
  ['x'.repeat(8_190), 'x'.repeat(8_191)],
  ['あ'.repeat(2_730), 'あ'.repeat(2_731)],
  ['𝒳'.repeat(2_047), '𝒳'.repeat(2_048)],
  // In the database's text a space follows each comma and each colon
  [{ a: ['x'.repeat(8_178), 1] }, { a: ['x'.repeat(8_179), 1] }],
]

test.each(BORDER)('a value is as long as the server takes it, and no longer', async (fits, tooLong) => {
  const { engine, store } = phone
  await engine.changeSetting(store, 'theme', fits)
  await expect(engine.changeSetting(store, 'presence', tooLong)).rejects.toThrow('value')
  await phone.replicate().syncNow()
  expect(scene.server.rows('settings')).toMatchObject([{ id: `${ANNA}|theme`, value: fits }])
  const pushed = (value: SettingValue) =>
    scene.server.push(ANNA, {
      settings: [{ id: `${ANNA}|presence`, user_id: ANNA, name: 'presence', value, edited_at: 1 }],
    }).answers['settings']
  expect(pushed(tooLong)).toMatchObject([{ result: 'refused', code: 'too_long' }])
  expect(pushed(fits)).toMatchObject([{ result: 'applied' }])
})

test.each([
  [1e21, '1000000000000000000000'],
  [-1.5e-7, '-0.00000015'],
  [1.25e22, '12500000000000000000000'],
  [0.1, '0.1'],
  [[1e300], `[1${'0'.repeat(300)}]`],
])("the text of %j is the database's", (value, text) => expect(jsonbText(value)).toBe(text))
