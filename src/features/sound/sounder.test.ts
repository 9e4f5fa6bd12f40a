// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostImportantSound, type Sound, SOUND_NOTES, soundOf } from '#domain/sound.ts'
import type { Speaker } from '#platform/sound.ts'
import { createSounder } from './sounder.ts'
import { changeSound, clampVolume, soundSettings } from './sound-settings.ts'

let now = 1_000_000
beforeEach(() => changeSound({ enabled: true, volume: 0.5, interacted: true }))
afterEach(() => localStorage.clear())

function start({ file = true, notes = true, page = true } = {}) {
  const allowed = { file, notes, page }
  const speaker = {
    unlock: vi.fn(),
    ready: async () => allowed.page,
    playFile: vi.fn<Speaker['playFile']>(async () => {
      if (!allowed.file) throw new Error('no file')
    }),
    playNotes: vi.fn<Speaker['playNotes']>(async () => {
      if (!allowed.notes) throw new Error('no tone')
    }),
  }
  const sounder = createSounder({ speaker, settings: soundSettings.read, now: () => now })
  const played = () => speaker.playFile.mock.calls.map(([url, volume]) => `${url} ${volume}`)
  return { sounder, speaker, played, allowed }
}
const arrived = (id: string, sound: Sound = 'default') => ({ id, sound })

test.each([
  [{ type: 'like', priority: 'low', is_premium_only: false }, 'default'],
  [{ type: 'match', priority: 'high', is_premium_only: false }, 'important'],
  [{ type: 'new_video', priority: 'medium', is_premium_only: true }, 'premium'],
  [{ type: 'new_video', priority: 'high', is_premium_only: true }, 'premium-special'],
  [{ type: 'achievement', priority: 'medium', is_premium_only: false }, 'achievement'],
] as const)('%j sounds %s', (notification, sound) => expect(soundOf(notification)).toBe(sound))

test('of several at once the one that counts most sounds, once', async () => {
  const { sounder, played } = start()
  await sounder.sound([arrived('a'), arrived('b', 'important'), arrived('c', 'premium')])
  expect(played()).toEqual(['/sounds/important.wav 0.5'])
  expect(mostImportantSound([])).toBeUndefined()
})

test('the same one sounds once in five seconds, in all tabs', async () => {
  const [one, other] = [start(), start()]
  await one.sounder.sound([arrived('a')])
  now += 4_999
  await one.sounder.sound([arrived('a')])
  await other.sounder.sound([arrived('a')])
  expect([...one.played(), ...other.played()]).toHaveLength(1)
  now += 1
  await other.sounder.sound([arrived('a')])
  expect(other.played()).toHaveLength(1)
})

test('what one tab must not sound is sounded by the tab that may, and not again by the first when it is touched', async () => {
  const [untouched, inUse] = [start({ page: false }), start()]
  await Promise.all([untouched.sounder.sound([arrived('a')]), inUse.sounder.sound([arrived('a')])])
  expect(inUse.played()).toEqual(['/sounds/default.wav 0.5'])
  now += 60_000
  untouched.allowed.page = true
  await untouched.sounder.interacted()
  expect(untouched.played()).toEqual([])
})

test('what fails to sound in one tab is free for another', async () => {
  const [silent, other] = [start({ file: false, notes: false }), start()]
  await silent.sounder.sound([arrived('a')])
  await other.sounder.sound([arrived('a')])
  expect(other.played()).toHaveLength(1)
})

test('of two tabs that may sound at the same moment one does', async () => {
  const [one, other] = [start(), start()]
  await Promise.all([one.sounder.sound([arrived('a')]), other.sounder.sound([arrived('a')])])
  expect([...one.played(), ...other.played()]).toHaveLength(1)
})

test('a page that may not sound yet sounds when it is touched', async () => {
  const { sounder, played, allowed } = start({ page: false })
  await sounder.sound([arrived('a')])
  expect(played()).toEqual([])
  allowed.page = true
  await sounder.interacted()
  expect(played()).toHaveLength(1)
})

test('before the page was touched it waits, half an hour at most', async () => {
  changeSound({ interacted: false })
  const { sounder, played } = start()
  await sounder.sound([arrived('old', 'important')])
  now += 30 * 60 * 1000
  await sounder.sound([arrived('new')])
  expect(played()).toEqual([])
  await sounder.interacted()
  expect(played()).toEqual(['/sounds/default.wav 0.5'])
  expect(soundSettings.read().interacted).toBe(true)
  await sounder.interacted()
  expect(played()).toHaveLength(1)
})

test('a tone stands in for a file that cannot be had', async () => {
  const { sounder, speaker } = start({ file: false })
  await sounder.sound([arrived('a', 'achievement')])
  expect(speaker.playNotes.mock.calls.map(([notes, , volume]) => [notes, volume])).toEqual([
    [SOUND_NOTES.achievement, 0.5],
  ])
})

test('what the browser does not let sound waits until the page is touched again', async () => {
  const { sounder, played, allowed } = start({ file: false, notes: false })
  await sounder.sound([arrived('a')])
  allowed.file = true
  await sounder.interacted()
  expect(played()).toEqual(['/sounds/default.wav 0.5', '/sounds/default.wav 0.5'])
  await sounder.interacted()
  expect(played()).toHaveLength(2)
})

test('turned off, nothing sounds', async () => {
  changeSound({ enabled: false })
  const { sounder, played } = start()
  await sounder.sound([arrived('a')])
  expect(played()).toEqual([])
})

test('settings are kept under their name, the volume between 0 and 1', () => {
  changeSound({ volume: 7 })
  expect(JSON.parse(localStorage.getItem('notificationSound') ?? '')).toEqual({
    enabled: true,
    volume: 1,
    interacted: true,
  })
  expect([-1, 0.3, Number.NaN].map(clampVolume)).toEqual([0, 0.3, 0.5])
})

test('the page is unlocked while it is touched, before anything is awaited, unless sound is turned off', async () => {
  const { sounder, speaker } = start()
  void sounder.interacted()
  expect(speaker.unlock).toHaveBeenCalledOnce()
  changeSound({ enabled: false })
  await sounder.interacted()
  expect(speaker.unlock).toHaveBeenCalledOnce()
})
