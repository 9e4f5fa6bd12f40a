import type { Kept, KeptAsk } from '#ui/use-loaded.ts'
import type { Question, Rest, RestAnswer } from '../rest.ts'
import type { KeptDoor } from './kept-door.ts'

export type KeptDoors = { rest: Rest; kept: KeptDoor }

/**
 * The door for what is read from the server and not replicated. `load` asks and parses, with the Rest it is
 * given and nothing else: each answer is kept on this device under its question once all of them have
 * passed, and parsed again by the same `load` when it is recalled. Ask the server by calling the result,
 * which rejects as `load` does; ask the device by its `kept`, which answers null where an answer is missing
 * or no longer passes. The same object from render to render is up to the caller. Only for questions that
 * change nothing.
 */
export function askKept<T>(doors: KeptDoors, load: (rest: Rest) => Promise<T>): KeptAsk<T> {
  return Object.assign(() => askServer(doors, load), { kept: () => recall(doors, load) })
}

async function askServer<T>({ rest, kept }: KeptDoors, load: (rest: Rest) => Promise<T>): Promise<T> {
  const whose = await kept.whose()
  const answers: (readonly [key: string, answer: RestAnswer])[] = []
  const value = await load(async (path, question) => {
    const answer = await rest(path, question)
    answers.push([keyOf(path, question), answer])
    return answer
  })
  // Whoever asked may have left since, and somebody else be here
  void kept.answersOf(whose).then((door) => answers.forEach(([key, answer]) => void door?.keep(key, answer)))
  return value
}

async function recall<T>({ kept }: KeptDoors, load: (rest: Rest) => Promise<T>): Promise<Kept<T> | null> {
  const answers = await kept.answersOf(await kept.whose())
  let asOf = Number.POSITIVE_INFINITY
  const remembered: Rest = async (path, question) => {
    const found = await answers?.recall(keyOf(path, question))
    if (!found) throw new Error('nothing is kept')
    asOf = Math.min(asOf, found.asOf)
    return found.answer
  }
  try {
    const value = await load(remembered)
    return Number.isFinite(asOf) ? { value, asOf } : null
  } catch {
    return null
  }
}

/** What is asked, whoever asks. */
function keyOf(
  path: string,
  { params = {}, body, countAll = false, asPerson = false }: Question = {},
): string {
  const sorted = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([path, sorted, body ?? null, countAll, asPerson])
}
