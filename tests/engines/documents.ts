import type { Tab } from './port.ts'

/** Runs in every document (`before`): counts those of a tab in its session storage, over all of them. */
export const COUNT = `try { sessionStorage.setItem('documents', String(Number(sessionStorage.getItem('documents') ?? 0) + 1)) } catch {}`

export const documents = (tab: Tab): Promise<number> =>
  tab.evaluate(() => Number(sessionStorage.getItem('documents')))
export const forgetDocuments = (tab: Tab): Promise<void> =>
  tab.evaluate(() => sessionStorage.setItem('documents', '0'))
