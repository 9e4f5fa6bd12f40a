import { isWebAddress } from '#domain/profile.ts'

const KANA_KANJI = String.raw`\p{scx=Hira}\p{scx=Kana}\p{scx=Han}`
/**
 * A web address in a Japanese text, where nothing stands between it and the words that follow: signs that
 * are not ASCII, kana and kanji end it. They are part of it in a host, and in a path or query whose part they
 * begin (`/wiki/東京`); hiragana there is the sentence that goes on (`https://example.com/を見て`). What is
 * hidden or of another script stays in it, so that `isWebAddress` sees it.
 */
const ADDRESS = new RegExp(
  [
    String.raw`https?:\/\/[${KANA_KANJI}]*(?:`,
    String.raw`[!#-&(-;=?-_a-~]|[^\x00-\x7f\s\p{P}\p{S}${KANA_KANJI}]`,
    String.raw`|(?<=[\/=])(?!\p{scx=Hira})[${KANA_KANJI}]+`,
    String.raw`|(?<=:\/\/[^\/?#\s]*\.)[${KANA_KANJI}]+`,
    ')+',
  ].join(''),
  'giu',
)

const OPENING: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

const countIn = (text: string, sign: string): number => text.split(sign).length - 1

/** Without the signs that end the sentence; a bracket stays where it closes one of the address's own. */
function withoutEnd(found: string): string {
  let address = found
  for (;;) {
    const last = address.at(-1) ?? ''
    const opening = OPENING[last]
    const isOfSentence =
      opening === undefined ? /[.,:;!?]/.test(last) : countIn(address, last) > countIn(address, opening)
    if (!isOfSentence) return address
    address = address.slice(0, -1)
  }
}

export type TextPart = { text: string; link: boolean }

/** A text cut into plain parts and web addresses; joined they are the text again. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found)
    if (!isWebAddress(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index), link: false })
    parts.push({ text: address, link: true })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), link: false })
  return parts
}
