import { LAST_SCREEN_ID, LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'
import { type LastScreen, lastScreenOf } from '#sync/storage/last-screens.ts'

/**
 * The shell with what the person saw last at this path, painted before any of the app's code has run (docs/decisions). The shell is sent while that is still being read,
 * and goes as it is where there is nothing, or where it was drawn with another release's stylesheet.
 */
export async function withLastScreen(answering: Promise<Response>, path: string): Promise<Response> {
  const reading = lastScreenOf(path)
  const { status, statusText, headers, ...shell } = await partsOf(await answering)
  const body = new ReadableStream<string>({
    async start(controller) {
      controller.enqueue(shell.before)
      controller.enqueue(drawn(await reading, shell.before) + shell.after)
      controller.close()
    },
  })
  return new Response(body.pipeThrough(new TextEncoderStream()), { status, statusText, headers })
}

async function partsOf(shell: Response) {
  const html = await shell.text()
  const place = html.indexOf(LAST_SCREEN_PLACE)
  const headers = new Headers(shell.headers)
  // The body is another, and was unpacked when it was stored
  headers.delete('content-length')
  headers.delete('content-encoding')
  const { status, statusText } = shell
  const cut = place < 0 ? html.length : place
  return { status, statusText, headers, before: html.slice(0, cut), after: html.slice(cut) }
}

function drawn(screen: LastScreen | null, shell: string): string {
  if (screen === null || !shell.includes(`href="${screen.sheet}"`)) return ''
  return `<template><div id="${LAST_SCREEN_ID}" aria-hidden="true"><div class="page app-main">${screen.html}</div></div></template>`
}
