/** `node scripts/sounds.ts`: writes the five sounds of public/sounds anew, from the notes in src/domain/sound.ts. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NOTE_MS, type Sound, SOUND_NOTES, SOUNDS } from '../src/domain/sound.ts'

const RATE = 16_000
/** The last note fades for so long. */
const TAIL_MS = 250
const HEADER_BYTES = 44

/** A sound as a WAV file: mono, 8 bit. */
export function wavOf(sound: Sound): Buffer {
  const notes: readonly number[] = SOUND_NOTES[sound]
  const perNote = (RATE * NOTE_MS) / 1000
  const length = perNote * notes.length + (RATE * TAIL_MS) / 1000
  const file = Buffer.alloc(HEADER_BYTES + length)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(length, 40)
  for (let sample = 0; sample < length; sample++) {
    const note = Math.min(Math.floor(sample / perNote), notes.length - 1)
    const since = (sample - note * perNote) / RATE
    // Struck and fading, with a soft first overtone; no click at the start
    const loudness = Math.min(1, since * 200) * Math.exp(-since * 9)
    const turn = 2 * Math.PI * (notes[note] ?? 0) * since
    const value = loudness * (0.75 * Math.sin(turn) + 0.2 * Math.sin(2 * turn))
    file[HEADER_BYTES + sample] = 128 + Math.round(value * 120)
  }
  return file
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'public', 'sounds')
  await mkdir(folder, { recursive: true })
  for (const sound of SOUNDS) await writeFile(join(folder, `${sound}.wav`), wavOf(sound))
}
