/** Where in the document, behind its styles, the worker puts how a screen looked last. */
export const LAST_SCREEN_PLACE = '<!--last-screen-->'
export const LAST_SCREEN_ID = 'last-screen'
