import { appendFile, mkdir } from 'node:fs/promises'

const FOLDER = 'test-results'
/** What is told again at the end of `npm test`. */
const SUMMARY = `${FOLDER}/witness.txt`
/** So much of each page is enough to know where to look. */
const SUMMARY_LENGTH = 400
/** Longer than a page that works takes; one that hangs is said to. */
const ANSWER_MS = 5_000

/** A page of Playwright or a tab of the engines' port. */
type Seen = {
  screenshot(options: { path: string; timeout?: number }): Promise<unknown>
  evaluate(look: () => Promise<string>): Promise<string>
}

/** After a journey failed: pictures of its pages in `test-results/`, and in the log what each shows and who holds or waits for which lock. */
export async function witness(journey: string, pages: readonly Seen[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const [index, page] of pages.entries()) {
    const path = `${FOLDER}/${journey}-${index}.png`
    await within(page.screenshot({ path, timeout: ANSWER_MS })).catch(() => {})
    const seen = `${journey}, page ${index}: ${String(await within(page.evaluate(look)).catch(String))}`
    console.error(seen)
    await appendFile(SUMMARY, `${seen.replace(/\s+/g, ' ').slice(0, SUMMARY_LENGTH)}\n`)
  }
}

const within = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ANSWER_MS, 'it does not answer'))])

/** Runs in the page. */
const look = async (): Promise<string> => {
  const { held = [], pending = [] } = await navigator.locks.query()
  const told = (locks: LockInfo[]) => locks.map(({ name, clientId }) => `${name} by ${clientId}`)
  const items = [...document.querySelectorAll<HTMLElement>('[data-sync]')]
  return JSON.stringify(
    {
      address: location.href,
      onLine: navigator.onLine,
      visibility: document.visibilityState,
      isServedByWorker: Boolean(navigator.serviceWorker?.controller),
      sync: items.map((item) => item.dataset['sync']),
      text: document.body.innerText,
      held: told(held),
      pending: told(pending),
    },
    null,
    1,
  )
}
