import { TITLE_FLASH_MS } from '#domain/sound.ts'
import { flashTitle } from '#platform/title-flash.ts'
import { COPY } from './copy.ts'

/** Fired on the window when notifications arrive; `detail` holds their ids. */
export const ARRIVED_EVENT = 'mirutomo:notification'

/** Tells the page that these have come: an event, and for 3 s the tab's title. */
export function announce(ids: readonly string[]): void {
  window.dispatchEvent(new CustomEvent(ARRIVED_EVENT, { detail: { ids } }))
  flashTitle(COPY.arrived(ids.length), TITLE_FLASH_MS)
}
