import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'vite'
import { sendResponse } from '../gateway/adapter.ts'
import { environmentAt, type Environment } from './web.ts'
import { thumbnailAt } from './thumbnails.ts'

/** Vite on the app's port, with the two things of the web server that are not files. Returns how to close it. */
export async function openDevServer(
  root: string,
  port: number,
  environment: Environment,
): Promise<() => Promise<void>> {
  const fromStack = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answer = thumbnailAt(pathname) ?? environmentAt(pathname, environment)
    if (answer) void sendResponse(answer, response, request.method ?? 'GET')
    else next()
  }
  const server = await createServer({
    root,
    server: { port, strictPort: true },
    plugins: [
      {
        name: 'mirutomo-stack',
        configureServer: ({ middlewares }) => {
          middlewares.use(fromStack)
        },
      },
    ],
  })
  await server.listen()
  return () => server.close()
}
