import { deviceNow } from '#platform/clock.ts'
import { createSpeaker } from '#platform/sound.ts'
import { createSounder, type Sounder } from './sounder.ts'
import { soundSettings } from './sound-settings.ts'

let sounder: Sounder | undefined

/** The one of this page. */
export const pageSounder = (): Sounder =>
  (sounder ??= createSounder({ speaker: createSpeaker(), settings: soundSettings.read, now: deviceNow }))
