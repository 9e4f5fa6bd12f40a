import { expect, test } from 'vitest'
import { secondsOf } from './youtube-video.ts'

test.each([
  ['PT0S', 0],
  ['PT45S', 45],
  ['PT12M', 720],
  ['PT1H2M3S', 3723],
  ['P1DT1S', 86_401],
  ['P0D', 0],
])('%s lasts %d seconds', (duration, seconds) => expect(secondsOf(duration)).toBe(seconds))

test.each(['', 'P', 'PT', 'PT1', '1:02', 'PT1.5S', 'P1M', 'PT1S2M'])('"%s" is no duration', (text) =>
  expect(secondsOf(text)).toBeUndefined(),
)
