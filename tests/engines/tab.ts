import { build } from 'esbuild'
import { join } from 'node:path'
import { PATIENCE_MS } from '../e2e/patience.ts'
import type { Lookup } from './page/lookup.ts'
import type { PageDriver, Point, Tab, Target } from './port.ts'
import { describeTarget, soughtOf, type Sought } from './sought.ts'

/** Each question is work for the page, which has its own to do. */
const POLL_MS = 200
/** So much of a page's text tells where it stands. */
const EXCERPT_LENGTH = 300

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))

let bundled: Promise<string> | undefined
/** The script that finds elements, built once a process. */
async function lookupSource(): Promise<string> {
  bundled ??= build({
    entryPoints: [join(import.meta.dirname, 'page/lookup.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    define: { 'process.env': '{}' },
  }).then(({ outputFiles: [file] }) => file?.text ?? '')
  return bundled
}

/** Asks `question` until it is answered otherwise than undefined. What a page throws while it is being left counts as no answer. */
async function poll<Answer>(
  question: () => Promise<Answer | undefined>,
  timeoutMs: number,
  failure: (last: string) => Promise<string> | string,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs
  let last = ''
  for (;;) {
    try {
      const answer = await question()
      if (answer !== undefined) return answer
    } catch (error) {
      last = String(error)
    }
    if (performance.now() > deadline) throw new Error(await failure(last))
    await pause()
  }
}

/** The port's tab over the page of an adapter. `toFront` is told before input. */
export function tabOf(page: PageDriver, toFront: () => Promise<void>, onClosed: () => void): Tab {
  const evaluateText = async (source: string): Promise<unknown> =>
    JSON.parse(await page.evaluate(`(async () => JSON.stringify((await (${source})) ?? null))()`))

  /** Calls a function of the lookup; loads that script where the document does not have it yet. */
  async function look<Name extends keyof Lookup>(
    name: Name,
    sought: Sought,
    ...more: unknown[]
  ): Promise<unknown> {
    const words = [sought, ...more].map((word) => JSON.stringify(word)).join(', ')
    const call = `globalThis.engineLookup === undefined ? null : Promise.resolve(engineLookup.${name}(${words})).then((answer) => ({ answer }))`
    const once = () => evaluateText(call)
    let answered = await once()
    if (answered === null) {
      await evaluateText(`(() => { ${await lookupSource()} })()`)
      answered = await once()
    }
    return typeof answered === 'object' && answered !== null && 'answer' in answered ? answered.answer : null
  }

  /** On a slow machine a page may move between aim and press: then it is made again. */
  async function press(target: Target, point: Point): Promise<void> {
    await page.clickAt(point)
    // A page that is left by it answers nothing
    const met = await evaluateText('globalThis.engineLookup?.takeMiss()').catch(() => null)
    if (typeof met !== 'string') return
    console.warn(`the press on ${describeTarget(target)} met ${met}, and is made again`)
    await press(target, await aim(target))
  }

  const failed = (what: string) => async (last: string) => {
    const where = await evaluateText('location.href + "\\n" + document.body.innerText').catch(String)
    return `${what}${last === '' ? '' : `: ${last}`}\n${String(where).slice(0, EXCERPT_LENGTH)}`
  }

  async function aim(target: Target): Promise<Point> {
    await toFront()
    let obstacle = ''
    const sought = soughtOf(target)
    return poll(
      async () => {
        const aimed = await look('aim', sought)
        if (isPoint(aimed)) return aimed
        obstacle = String(aimed)
        return undefined
      },
      PATIENCE_MS,
      (last) => failed(`cannot click ${describeTarget(target)}, ${obstacle}`)(last),
    )
  }

  const read = (name: 'text' | 'value', target: Target): Promise<string> =>
    poll(
      async () => {
        const answer = await look(name, soughtOf(target))
        return typeof answer === 'string' ? answer : undefined
      },
      PATIENCE_MS,
      failed(`no ${name} of ${describeTarget(target)}`),
    )

  async function waitUntilText(source: string, timeoutMs: number, what: string): Promise<void> {
    await poll(async () => (await evaluateText(source)) === true || undefined, timeoutMs, failed(what))
  }

  return {
    go: (address) => page.go(address),
    reload: () => page.reload(),
    back: () => page.back(),
    address: async () => new URL(String(await evaluateText('location.href'))),
    click: async (target) => press(target, await aim(target)),
    async fill(target, text) {
      const point = await aim(target)
      if ((await look('prepareFill', soughtOf(target), text)) === true) return
      await press(target, point)
      await look('prepareFill', soughtOf(target), text)
      if (text === '') await page.press(['Backspace'])
      else await page.type(text)
    },
    async type(text) {
      await toFront()
      await page.type(text)
    },
    async press(...keys) {
      await toFront()
      await page.press(keys)
    },
    async upload(target, paths) {
      await poll(
        async () => (await look('exists', soughtOf(target))) === true || undefined,
        PATIENCE_MS,
        failed(`no ${describeTarget(target)}`),
      )
      await page.setFiles(`engineLookup.first(${JSON.stringify(soughtOf(target))})`, paths)
    },
    async waitFor(target, state = 'visible', timeoutMs = PATIENCE_MS) {
      const wanted = (count: unknown) => (state === 'gone' ? count === 0 : Number(count) > 0)
      await poll(
        async () => wanted(await look('count', soughtOf(target))) || undefined,
        timeoutMs,
        failed(`${describeTarget(target)} is not ${state}`),
      )
    },
    async waitUntil(condition, timeoutMs = PATIENCE_MS) {
      await waitUntilText(
        `(async () => Boolean(await (${String(condition)})()))()`,
        timeoutMs,
        String(condition),
      )
    },
    async waitForPath(path, timeoutMs = PATIENCE_MS) {
      const isThere =
        typeof path === 'string'
          ? `location.pathname + location.search === ${JSON.stringify(path)}`
          : `${String(path)}.test(location.pathname + location.search)`
      await waitUntilText(isThere, timeoutMs, `the path is not ${String(path)}`)
    },
    text: (target = 'body') => read('text', target),
    value: (target) => read('value', target),
    count: async (target) => Number(await look('count', soughtOf(target))),
    async evaluate<Argument, Result>(
      action: (argument: Argument) => Result | Promise<Result>,
      argument?: Argument,
    ): Promise<Result> {
      const word = argument === undefined ? '' : JSON.stringify(argument)
      const text = await page.evaluate(
        `(async () => JSON.stringify((await (${String(action)})(${word})) ?? null))()`,
      )
      const result: Result = JSON.parse(text)
      return result
    },
    evaluateSource: evaluateText,
    async run(source) {
      await evaluateText(`(() => { ${source}\n })()`)
    },
    screenshot: ({ path }) => page.screenshot(path),
    resize: (size) => page.resize(size),
    toFront,
    async close() {
      await page.close()
      onClosed()
    },
  }
}

const isPoint = (answer: unknown): answer is Point =>
  typeof answer === 'object' && answer !== null && 'x' in answer && 'y' in answer
