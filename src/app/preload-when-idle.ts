import { whenIdle } from '#platform/after-paint.ts'

const LIMIT_MS = 500

/** Has what somebody points at loaded once nothing else is to be done, 0.5 s later at the latest: between a touch and its click it held up the answer to both. */
export function preloadWhenIdle<Options extends unknown[], Loaded>(router: {
  preloadRoute: (...options: Options) => Promise<Loaded>
}): void {
  const preloadNow = router.preloadRoute
  router.preloadRoute = (...options) => whenIdle(LIMIT_MS).then(() => preloadNow(...options))
}
