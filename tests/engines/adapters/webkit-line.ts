import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { StartOptions } from '../port.ts'
import { descendantsOf, untilEnded } from '../processes.ts'
import { openDisplay } from './display.ts'
import { startTied } from './tied-process.ts'
import { webkitEnvironment } from './webkit.ts'

const GJS = '/usr/bin/gjs'
const ANSWER_MS = 60_000
const END_MS = 5_000

const Listening = v.object({ port: v.number() })
const Answer = v.object({
  id: v.number(),
  value: v.optional(v.unknown()),
  error: v.optional(v.string()),
})
const TabEvent = v.object({ event: v.picklist(['document', 'ended']), tab: v.number() })
export type TabEvent = v.InferOutput<typeof TabEvent>

type LineOptions = Omit<StartOptions, 'complain'> & {
  /** Gets what the pages write to their consoles, a line each. */
  hear: (line: string) => void
  /** A tab has another document, or its process has ended. */
  happen: (event: TabEvent) => void
}
type Ending = () => Promise<void>

/** A browser of its own behind `webkit-tabs.js`, spoken to line by line. Tabs are numbers; the first is 0. */
export class WebKitLine {
  readonly #socket: Socket
  readonly #end: Ending
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #happen: LineOptions['happen']
  #asked = 0

  static async open({ hear, happen, ...options }: LineOptions): Promise<WebKitLine> {
    const display = await openDisplay()
    const { process: browser, end } = startTied(
      [GJS, '-m', join(import.meta.dirname, 'webkit-tabs.js'), JSON.stringify(options)],
      webkitEnvironment(display.name),
      ['pipe', 'pipe'],
    )
    const { stdout, stderr, pid } = browser
    if (stdout === null || stderr === null || pid === undefined) throw new Error('WebKit did not start')
    createInterface({ input: stderr }).on('line', hear)
    const output = createInterface({ input: stdout })
    const [first] = await Promise.race([
      once(output, 'line'),
      once(output, 'close').then(() => Promise.reject(new Error('WebKit did not start'))),
    ])
    output.on('line', hear)
    const { port } = v.parse(Listening, JSON.parse(String(first)))
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const endAll = async () => {
      const processes = descendantsOf(pid)
      await end()
      // The next browser must not find the profile in use
      await untilEnded(processes, END_MS)
      await display.close()
    }
    return new WebKitLine(socket, happen, endAll)
  }

  private constructor(socket: Socket, happen: LineOptions['happen'], end: Ending) {
    this.#socket = socket
    this.#happen = happen
    this.#end = end
    // `readline` would also end a line at the separators of Unicode, which stand in what pages hold
    let begun = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${begun}${text}`.split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines) this.#receive(line)
    })
    socket.on('close', () => this.#rejectAll(new Error('WebKit has ended')))
    socket.on('error', (error) => this.#rejectAll(error))
  }

  /** Rejects with the browser's own words, or when a page that is stopped does not answer. */
  async ask(
    command: string,
    { tab, ...rest }: { tab?: number; [name: string]: unknown } = {},
  ): Promise<unknown> {
    const id = ++this.#asked
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    const timer = setTimeout(
      () => answer.reject(new Error(`WebKit did not answer "${command}" within ${ANSWER_MS} ms`)),
      ANSWER_MS,
    )
    this.#socket.write(`${JSON.stringify({ id, tab, command, ...rest })}\n`)
    try {
      return await answer.promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  #receive(line: string): void {
    const message: unknown = JSON.parse(line)
    if (v.is(TabEvent, message)) return this.#happen(message)
    const { id, value, error } = v.parse(Answer, message)
    if (error === undefined) this.#waiting.get(id)?.resolve(value)
    else this.#waiting.get(id)?.reject(new Error(error))
  }

  #rejectAll(error: Error): void {
    for (const answer of this.#waiting.values()) answer.reject(error)
  }

  /** Resolves when all its processes have ended. */
  async close(): Promise<void> {
    this.#socket.end()
    await this.#end()
  }
}
