import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { serviceClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'

/** Waits until the device holds the whole shelf of the catalogue, and perhaps what was met elsewhere: the debug panel tells how many videos. Leaves the page at home. */
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
  await expect
    .poll(
      async () => Number(/"videos": (\d+)/.exec(await page.getByTestId('debug-panel').innerText())?.[1]),
      {
        timeout,
      },
    )
    .toBeGreaterThanOrEqual(count ?? Infinity)
}
