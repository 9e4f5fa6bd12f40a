import { hkdfSync } from 'node:crypto'

/**
 * A secret of a data folder for one purpose, derived from its secret key: whoever has that key, which
 * `stack.json` tells the folder's owner alone, has them all.
 */
export function localSecret(secretKey: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `mirutomo ${purpose}`, 16)).toString('hex')
}

export type Page = 'mail' | 'sms' | 'studio'

/** Where a page of the stack is: only who knows its whole address may see it. */
export const pageAddress = (apiUrl: string, page: Page, secretKey: string): string =>
  `${apiUrl}/${page}/${localSecret(secretKey, 'pages')}`
