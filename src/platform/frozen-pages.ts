import { FROZEN_PAGES } from '#domain/frozen-pages.ts'

const AGAIN_AFTER_MS = 5_000
/** Whoever still waits after so many does not wait for a frozen page. The answer empties the HTTP cache too. */
const MOST_ANSWERS = 3

let answers = 0
let isEnding = false

/**
 * Has the browser end the pages of this site that it keeps frozen, as long as somebody `isWaiting` for what they
 * hold. They are loaded anew when the person goes back to them. Without a connection it begins when that is back.
 */
export async function endFrozenPages(isWaiting: () => boolean): Promise<void> {
  if (isEnding) return
  isEnding = true
  while (isWaiting() && answers < MOST_ANSWERS) {
    if (await isAnswered()) answers += 1
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
  isEnding = false
}

const isAnswered = (): Promise<boolean> =>
  fetch(FROZEN_PAGES, { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
