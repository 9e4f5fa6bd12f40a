import type { Rolldown } from 'vite'
import type { FirstQuestions } from '../src/app/catalogue/first-questions.ts'
import { SIGNED_IN_KEY } from '../src/app/session/signed-in-mark.ts'
import { API_TIMEOUT_MS } from '../src/domain/limits.ts'

/** The questions of a screen, and the files of code beside the entry that it needs, by their addresses. */
export type Asking = Pick<FirstQuestions, 'at' | 'questions'> & { files: string[] }

/**
 * Asks where the server is, and what a visitor's screen asks first, while the code is on its way; src/app/first-answers.ts hands it on. `files` is of that screen.
 * Each answer is read to its end here: the time it may take must not run out while the code is still coming. Whoever is signed in has a database to look into.
 */
export const asking = (
  screens: readonly Asking[],
): string => `const first = (window.first = { answers: {}, askedAt: Date.now() })
      const askWhere = () =>
        (first.environment ??= fetch('/environment.json', { cache: 'no-store' }).then((answer) =>
          answer.ok ? answer.json() : Promise.reject(answer.status),
        ))
      const here = location.pathname + location.search
      let isVisitor = false
      try {
        isVisitor = localStorage.getItem('${SIGNED_IN_KEY}') === null
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
        ).then(async (answer) => new Response(await answer.blob(), answer))
        first.answers[asked].catch(() => {})
      }`

/** The addresses of what a module of a screen needs beside the entry. Throws where it is not in the build. */
export function filesOf(screen: string, bundle: Rolldown.OutputBundle): string[] {
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
