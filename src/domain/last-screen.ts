/** Addresses whose screen is kept as it looked last, and stands in the document at the next start (docs/decisions). Each main part says by `aria-busy` while it is loading. */
export const KEPT_PATHS = ['/', '/favorites', '/profile/favorites', '/profile/history'] as const

/** Where in the document, behind its styles, the screen stands. */
export const LAST_SCREEN_PLACE = '<!--last-screen-->'
export const LAST_SCREEN_ID = 'last-screen'
/** On the root of the document while it stands there. */
export const LAST_SCREEN_MARK = 'data-last-screen'
