/** How many characters are looked through before the page gets a turn. */
const SLICE = 1_000_000

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0))
const OPENING = new Set(['{', '['].map((sign) => sign.charCodeAt(0)))
const CLOSING = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)))

/**
 * True if the text is nested deeper or holds more values than allowed, whether it is JSON or not. The text
 * is not parsed: a parser would stop the page or exhaust its memory. `giveWay` resolves when the page had a
 * turn.
 */
export async function exceedsJsonBounds(
  text: string,
  { maxDepth, maxValues }: { maxDepth: number; maxValues: number },
  giveWay: () => Promise<void>,
): Promise<boolean> {
  let [depth, values, isInString, pauseAt] = [0, 0, false, SLICE]
  for (let at = 0; at < text.length; at++) {
    if (at >= pauseAt) {
      pauseAt += SLICE
      await giveWay()
    }
    const sign = text.charCodeAt(at)
    if (isInString) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) isInString = false
    } else if (sign === QUOTE) isInString = true
    else if (sign === COMMA) values++
    else if (OPENING.has(sign)) {
      values++
      depth++
    } else if (CLOSING.has(sign)) depth--
    if (depth > maxDepth || values > maxValues) return true
  }
  return false
}
