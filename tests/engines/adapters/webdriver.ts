import * as v from 'valibot'

const Answer = v.object({ value: v.unknown() })
const Failure = v.object({ error: v.string(), message: v.string() })
const Session = v.object({ sessionId: v.string() })

export type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function send(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = v.parse(Answer, await response.json())
  if (v.is(Failure, value)) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Opens a W3C WebDriver session. Commands are paths below it. */
export async function openSession(driver: string, capabilities: object): Promise<Command> {
  const opened = await send(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } })
  const { sessionId } = v.parse(Session, opened)
  return (method, path, body) => send(`${driver}/session/${sessionId}${path}`, method, body)
}

/** The characters that stand for keys (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Shift: '\uE008',
  Control: '\uE009',
  '\n': '\uE007',
}
type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }
const down = (key: string): KeyAction => ({ type: 'keyDown', value: KEYS[key] ?? key })
const up = (key: string): KeyAction => ({ type: 'keyUp', value: KEYS[key] ?? key })

/** Presses all, then releases them in reverse order. */
export const chord = (keys: readonly string[]): KeyAction[] => [
  ...keys.map(down),
  ...keys.toReversed().map(up),
]

/** One press for each character. */
export const strokes = (text: string): KeyAction[] => Array.from(text, (key) => [down(key), up(key)]).flat()
