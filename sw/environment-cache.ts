import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { ENVIRONMENT_CACHE, ENVIRONMENT_PATH, environmentIn } from './environment.ts'

const environment = new NetworkFirst({
  cacheName: ENVIRONMENT_CACHE,
  networkTimeoutSeconds: 2,
  fetchOptions: { cache: 'no-store' },
  plugins: [
    {
      fetchDidSucceed: async ({ response }) => {
        if ((await environmentIn(response.clone())) === undefined) throw new Error('not the environment')
        return response
      },
    },
  ],
})

/**
 * Where the server is: fresh when there is a connection (waiting 2 s at most), the last known one
 * otherwise, also where somebody else answers. A query asks past the worker (src/app/environment.ts).
 */
export function serveEnvironment(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === ENVIRONMENT_PATH && url.search === '',
    environment,
  )
}
