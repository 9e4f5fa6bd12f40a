/** For tests with a document: the browser's word that a page goes into the back/forward cache, or comes out of it. */
export function fromCache(type: 'pagehide' | 'pageshow', persisted: boolean): Event {
  return Object.assign(new Event(type), { persisted })
}

export const freeze = (): void => void window.dispatchEvent(fromCache('pagehide', true))
export const resume = (): void => void window.dispatchEvent(fromCache('pageshow', true))
