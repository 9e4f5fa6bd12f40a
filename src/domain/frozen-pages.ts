/*
 * WebKit keeps a page that was left in its back/forward cache, with what it had under way in IndexedDB, and every
 * later page waits for that. Only the server can end such a page, by an answer with this header. Server, page and
 * the configurations of static hosts go by these.
 */
export const FROZEN_PAGES = '/frozen-pages.txt'
export const ENDING_FROZEN_PAGES = { name: 'clear-site-data', value: '"cache"' }
