import * as v from 'valibot'
import { isYoutubeId } from '#domain/youtube.ts'

/** Goes with everything else that a person leaves on a device (src/app/forget-traces.ts). */
const KEY = 'mirutomo-kept-links'
const MAX_KEPT = 20
const TITLE_MAX_LENGTH = 200

const Links = v.array(
  v.object({
    youtubeId: v.pipe(v.string(), v.check(isYoutubeId)),
    /** What the other app called it; may be empty. */
    title: v.pipe(v.string(), v.maxLength(TITLE_MAX_LENGTH)),
  }),
)
/** A video that was shared into the app and could not be opened yet. */
export type KeptLink = v.InferOutput<typeof Links>[number]

const NONE: readonly KeptLink[] = []
const listeners = new Set<() => void>()
let last: { text: string | null; links: readonly KeptLink[] } = { text: null, links: NONE }

function parse(text: string | null): readonly KeptLink[] {
  if (text === null) return NONE
  try {
    const parsed = v.safeParse(Links, JSON.parse(text))
    return parsed.success ? parsed.output : NONE
  } catch {
    return NONE
  }
}

function textOf(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(links: readonly KeptLink[]): boolean {
  try {
    if (links.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(links))
    return true
  } catch {
    return false
  } finally {
    for (const listener of listeners) listener()
  }
}

const without = (youtubeId: string): KeptLink[] =>
  keptLinks.read().filter((link) => link.youtubeId !== youtubeId)

/** Answers false when this browser keeps nothing. A link that is there already becomes the newest; the oldest beyond 20 go. */
export function keepLink({ youtubeId, title }: KeptLink): boolean {
  const link = { youtubeId, title: title.trim().slice(0, TITLE_MAX_LENGTH) }
  return write([link, ...without(youtubeId)].slice(0, MAX_KEPT))
}

export const dropLink = (youtubeId: string): void => void write(without(youtubeId))

/** The kept links, newest first, the same in every tab. */
export const keptLinks = {
  read: (): readonly KeptLink[] => {
    const text = textOf()
    if (text !== last.text) last = { text, links: parse(text) }
    return last.links
  },
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  },
}
