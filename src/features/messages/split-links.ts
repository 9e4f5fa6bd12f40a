import { isWebAddress } from '#domain/profile.ts'

const ADDRESS = /https?:\/\/[^\s<>"'`「」『』（）【】、。，．！？]+/g
const CLOSING = /[.,:;!?)\]}]+$/

export type TextPart = { text: string; link: boolean }

/** A text cut into plain parts and web addresses; joined they are the text again. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(CLOSING, '')
    if (!isWebAddress(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index), link: false })
    parts.push({ text: address, link: true })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), link: false })
  return parts
}
