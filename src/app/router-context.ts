import type { App } from './app.ts'

/** What every route's guard and loader gets. */
export type RouterContext = { app: App }
