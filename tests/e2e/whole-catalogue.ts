import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { serviceClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'

/** No page of a pull takes longer. */
const SETTLED_MS = 2_000

/** Waits until the device holds the whole shelf of the catalogue and what was met elsewhere: the debug panel tells how many videos. Leaves the page at home. */
export async function awaitWholeCatalogue(
  page: Page,
  web: string,
  stack: StackContext,
  timeout: number,
): Promise<void> {
  const { count } = await serviceClient(stack)
    .from('videos')
    .select('id', { count: 'exact', head: true })
    .eq('on_shelf', true)
  await page.goto(`${web}/?debug=true`)
  let before = 0
  await expect
    .poll(
      async () => {
        const held = Number(/"videos": (\d+)/.exec(await page.getByTestId('debug-panel').innerText())?.[1])
        const isWhole = held >= (count ?? Infinity) && held === before
        before = held
        return isWhole
      },
      { timeout, interval: SETTLED_MS },
    )
    .toBe(true)
  // It would lie over what the journey presses
  await page.getByRole('button', { name: 'デバッグを閉じる' }).click()
}
