import { isWebKit } from './engine.ts'

/** Plays sounds by Web Audio, so that a file comes from the worker's cache whole, and a tone needs no file. */
export type Speaker = {
  /** To be called while the person touches the page: WebKit lets it sound later only then. */
  unlock: () => void
  /** May this page sound? Not before the person has touched it, in some browsers. */
  ready: () => Promise<boolean>
  /** Plays a file at a volume of 0 to 1. Rejects when it cannot be had or must not sound. */
  playFile: (url: string, volume: number) => Promise<void>
  /** Plays notes (Hz), each for so many ms. Rejects when it must not sound. */
  playNotes: (notes: readonly number[], noteMs: number, volume: number) => Promise<void>
}

export function createSpeaker(request: typeof fetch = fetch): Speaker {
  let context: AudioContext | undefined
  const opened = async (): Promise<AudioContext> => {
    context ??= new AudioContext()
    // Without an act of the person it stays suspended, and resume() waits for one.
    if (context.state !== 'running') await Promise.race([context.resume(), soon()])
    if (context.state !== 'running') throw new Error('sound is not allowed yet')
    return context
  }
  const outOf = (audio: AudioContext, volume: number): GainNode => {
    const gain = audio.createGain()
    gain.gain.value = volume
    gain.connect(audio.destination)
    return gain
  }
  return {
    unlock: () => {
      if (isWebKit() && context?.state !== 'running') opened().catch(() => {})
    },
    ready: () =>
      opened().then(
        () => true,
        () => false,
      ),
    playFile: async (url, volume) => {
      const audio = await opened()
      const answer = await request(url)
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
      const source = audio.createBufferSource()
      source.buffer = await audio.decodeAudioData(await answer.arrayBuffer())
      source.connect(outOf(audio, volume))
      source.start()
    },
    playNotes: async (notes, noteMs, volume) => {
      const audio = await opened()
      const gain = outOf(audio, volume)
      notes.forEach((frequency, index) => {
        const oscillator = audio.createOscillator()
        oscillator.frequency.value = frequency
        oscillator.connect(gain)
        const start = audio.currentTime + (index * noteMs) / 1000
        oscillator.start(start)
        oscillator.stop(start + noteMs / 1000)
      })
    },
  }
}

const RESUME_LIMIT_MS = 500
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RESUME_LIMIT_MS))
