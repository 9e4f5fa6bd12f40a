import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOUNDS } from '../src/domain/sound.ts'
import { wavOf } from './sounds.ts'

test.each(SOUNDS)('the file of %s is the one that the notes make', (sound) => {
  const file = readFileSync(join(import.meta.dirname, '..', 'public', 'sounds', `${sound}.wav`))
  expect(file.equals(wavOf(sound))).toBe(true)
})
