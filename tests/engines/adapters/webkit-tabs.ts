import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as v from 'valibot'
import type { Engine, Key, PageDriver } from '../port.ts'
import { WebKitLine } from './webkit-line.ts'

/** As WebKit writes messages of the console. */
const COMPLAINT = /CONSOLE (\w+ )?ERROR/

export type WebKitTabs = Engine & {
  /** How many documents its tabs have loaded, those of the back/forward cache included. */
  documents(): number
  /** As when the person goes to another app: no page is visible, none is stopped. */
  hide(): Promise<void>
  show(): Promise<void>
}

/**
 * One WebKitGTK browser without WebDriver, whose session ends with the network process and waits for a tab that is
 * stopped: for journeys that end and stop processes.
 */
export function webkitTabs(): WebKitTabs {
  let line: WebKitLine | undefined
  let documents = 0
  const ask = async (command: string) => void (await line?.ask(command))
  return {
    name: 'webkit',
    async start({ complain, ...options }) {
      const opening = await WebKitLine.open({
        ...options,
        hear: (text) => {
          if (COMPLAINT.test(text)) complain(text)
        },
        happen: ({ event }) => {
          if (event === 'document') documents++
        },
      })
      line = opening
      // The tab that it starts with is used first
      const opened = [0]
      return {
        openPage: async () => pageOf(opening, opened.pop() ?? v.parse(v.number(), await opening.ask('new'))),
        close: () => opening.close(),
      }
    },
    documents: () => documents,
    hide: () => ask('hide'),
    show: () => ask('show'),
  }
}

/** GDK's names; the others are named by the characters that they write. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: 'Return',
  Tab: 'Tab',
  Escape: 'Escape',
  Backspace: 'BackSpace',
  Space: 'space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}
const MODIFIERS: readonly Key[] = ['Shift', 'Control']
/** Longer than a page needs that goes on. */
const SEEN_MS = 1_000
const PARSED = `new Promise((resolve) => {
  if (document.readyState !== 'loading') resolve('')
  else document.addEventListener('DOMContentLoaded', () => resolve(''))
})`

function pageOf(line: WebKitLine, tab: number): PageDriver {
  const ask = (command: string, more: object = {}) => line.ask(command, { tab, ...more })
  const evaluate = async (expression: string) =>
    String(await ask('run', { body: `return String(await (${expression}))` }))
  /** The engine brings input to the page in its own time; a document that goes because of it says nothing. */
  const untilSeen = async (event: string, act: () => Promise<unknown>): Promise<void> => {
    await evaluate(`void (globalThis.inputSeen = new Promise((resolve) =>
      addEventListener('${event}', () => setTimeout(resolve), { capture: true, once: true })))`)
    await act()
    const seen = evaluate('globalThis.inputSeen').catch(() => {})
    await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, SEEN_MS))])
  }
  return {
    async go(address) {
      await ask('go', { address })
      await evaluate(PARSED)
    },
    async reload() {
      await ask('reload')
      await evaluate(PARSED)
    },
    back: async () => void (await ask('back')),
    evaluate,
    clickAt: (point) => untilSeen('mouseup', () => ask('click', point)),
    // As an input method does: without keys
    type: async (text) =>
      void (await evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`)),
    async press(keys) {
      const held = keys.filter((key) => MODIFIERS.includes(key))
      for (const key of keys.filter((pressed) => !MODIFIERS.includes(pressed)))
        await untilSeen('keyup', () => ask('key', { name: KEYS[key] ?? key, held }))
    },
    async setFiles(expression, paths) {
      const files = await Promise.all(
        paths.map(async (path) => ({ name: basename(path), base64: await readFile(path, 'base64') })),
      )
      await evaluate(`(${giveFiles.toString()})(${expression}, ${JSON.stringify(files)})`)
    },
    screenshot: async (path) => void (await ask('screenshot', { path })),
    resize: async (size) => void (await ask('resize', size)),
    toFront: async () => void (await ask('front')),
    close: async () => void (await ask('close')),
  }
}

/** Runs in the page. */
async function giveFiles(input: HTMLInputElement, files: { name: string; base64: string }[]): Promise<void> {
  const chosen = new DataTransfer()
  for (const { name, base64 } of files) {
    const answer = await fetch(`data:application/octet-stream;base64,${base64}`)
    chosen.items.add(new File([await answer.blob()], name))
  }
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
