import type { Plugin, Rolldown } from 'vite'
import { FIRST_QUESTIONS, type FirstQuestions } from '../src/app/catalogue/first-questions.ts'
import { API_TIMEOUT_MS } from '../src/domain/limits.ts'
import { LAST_SCREEN_ID, LAST_SCREEN_MARK, LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'

/** src/app/session/signed-in-mark.ts */
const SIGNED_IN = 'mirutomo-signed-in'
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/
/** The sign of the tab is drawn by the page itself, as a document of its own. */
const LATER = /\s*<link rel="(?:(?:module)?preload|icon)"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/

/** The questions of a screen, and the files of code beside the entry that it needs, by their addresses. */
type Early = Pick<FirstQuestions, 'at' | 'questions'> & { files: string[] }

/**
 * Asks where the server is, and what a visitor's screen asks first, while the code is on its way; src/app/first-answers.ts hands it on. `files` is of that screen.
 * Whoever is signed in has a database to look into.
 */
const early = (
  screens: readonly Early[],
): string => `const first = (window.first = { answers: {}, askedAt: Date.now() })
      const askWhere = () =>
        (first.environment ??= fetch('/environment.json').then((answer) =>
          answer.ok ? answer.json() : Promise.reject(answer.status),
        ))
      const here = location.pathname + location.search
      let isVisitor = false
      try {
        isVisitor = localStorage.getItem('${SIGNED_IN}') === null
      } catch {}
      const screens = ${JSON.stringify(screens.map(({ at, questions, files }) => [at, questions, files]))}
      const [at, questions = [], files = []] =
        (isVisitor && screens.find(([at]) => RegExp(at).test(here))) || []
      for (const question of questions) {
        const asked = here.replace(RegExp(at), question)
        first.answers[asked] = askWhere().then(({ apiUrl, publishableKey }) =>
          fetch(apiUrl.replace(/[/]+$/, '') + '/rest/v1/' + asked, {
            headers: { apikey: publishableKey },
            signal: AbortSignal.timeout(${API_TIMEOUT_MS}),
          }),
        )
        first.answers[asked].catch(() => {})
      }`

/**
 * Lets the shell in the document be painted before the rest is read. Behind it stand, in this order: the stylesheet, in the document itself so that nothing waits for an answer, and in a
 * template so that it is not read before the first frame; the place of the last screen; what is fetched later; and the start. That goes frame by frame: the shell, then what is seen of the
 * last screen, then its pictures and the code. What is asked of the server is asked before that. `textOf`: the text of a built file by its address. Throws when the document has no entry or no
 * stylesheet.
 */
export function behindTheShell(
  html: string,
  textOf: (address: string) => string,
  screens: readonly Early[] = [],
): string {
  const [tag, entry] = ENTRY.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('the document has no entry')
  const [link, sheet] = STYLESHEET.exec(html) ?? []
  if (link === undefined || sheet === undefined) throw new Error('the document has no stylesheet')
  const styles = `<template data-then="shell"><style data-sheet="${sheet}">${textOf(sheet)}</style></template>`
  const links = [`<link rel="modulepreload" crossorigin href="${entry}">`, ...(html.match(LATER) ?? [])]
  const later = `<template data-then="screen">${links.map((each) => each.trim()).join('')}</template>`
  const shell = html.replace(link, '').replace(tag, '').replace(LATER, '')
  const frames = `<script>
      // A hidden page paints none
      const frame = async () =>
        document.visibilityState === 'hidden' || new Promise((begun) => requestAnimationFrame(begun))
      const painted = () => frame().then(() => new Promise((done) => setTimeout(done)))
      const shellPainted = painted()
    </script>`
  const start = `<script type="module" data-entry="${entry}">
      ${early(screens)}
      const then = (what) => {
        document.head.append(document.querySelector('template[data-then=' + what + ']').content)
        document.documentElement.dataset.painted = what
      }
      await shellPainted
      const hasLast = document.getElementById('${LAST_SCREEN_ID}') !== null
      document.documentElement.toggleAttribute('${LAST_SCREEN_MARK}', hasLast)
      then('shell')
      if (hasLast) {
        await painted()
        // Begun once the one before is on its way to the screen, with nothing beside it
        await frame()
      }
      then('screen')
      askWhere().catch(() => {})
      for (const href of files)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      import('${entry}')
    </script>`
  const rest = [frames, styles, LAST_SCREEN_PLACE, later, start]
  return shell.replace('</body>', () => `${rest.map((part) => `    ${part}\n`).join('')}  </body>`)
}

/**
 * A chunk lists by their places in `__vite__mapDeps` what is loaded with the chunks that it imports, stylesheets too. In a sheet's place stands the entry, which is always there:
 * what is loaded later does not wait for a file whose text is in the document.
 */
export const withoutSheets = (code: string, entry: string): string =>
  code.replace(/"assets\/[^"]+\.css"/g, `"${entry}"`)

/** The addresses of what a module of a screen needs beside the entry. Throws where it is not in the build. */
function filesOf(screen: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(screen)))
  if (own === undefined) throw new Error(`the build has no ${screen}`)
  const withImports = (names: string[]): string[] => {
    const found = new Set(names)
    // A set grows while it is gone through
    for (const name of found)
      for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
        found.add(imported)
    return [...found]
  }
  const atFirst = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  return withImports([own.fileName])
    .filter((name) => !atFirst.includes(name))
    .map((name) => `/${name}`)
}

export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      behindTheShell(
        html,
        (address) => {
          const file = bundle?.[address.slice(1)]
          if (file?.type !== 'asset') throw new Error(`the build has no ${address}`)
          return file.source.toString()
        },
        FIRST_QUESTIONS.map((each) => ({ ...each, files: filesOf(each.screen, bundle ?? {}) })),
      ),
  },
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      if (entry === undefined) throw new Error('the build has no entry')
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = withoutSheets(file.code, entry.fileName)
    },
  },
})
