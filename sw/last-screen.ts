import { LAST_SCREEN_ID, LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'
import { type LastScreen, lastScreenOf } from '#sync/storage/last-screens.ts'

/**
 * The shell with what the person saw last at this path, painted before any of the app's code has run (docs/decisions). It goes as it is where there is nothing, or where that was drawn with
 * another release's stylesheet.
 */
export async function withLastScreen(answering: Promise<Response>, path: string): Promise<Response> {
  const [shell, screen] = await Promise.all([answering, lastScreenOf(path)])
  if (screen === null) return shell
  const { status, statusText } = shell
  const headers = new Headers(shell.headers)
  // The body is another, and was unpacked when it was stored
  headers.delete('content-length')
  headers.delete('content-encoding')
  return new Response(putIn(await shell.text(), screen), { status, statusText, headers })
}

function putIn(shell: string, { html, sheet }: LastScreen): string {
  if (!shell.includes(`<style data-sheet="${sheet}">`)) return shell
  const screen = `<div id="${LAST_SCREEN_ID}" aria-hidden="true"><div class="page app-main">${html}</div></div>`
  return shell.replace(LAST_SCREEN_PLACE, (place) => `<template>${screen}</template>${place}`)
}
