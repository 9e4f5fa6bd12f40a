/** `a[b][0][c]=x` as objects in objects; what is a list is for who reads it to say. Keys of one level keep the order they came in. */
export type Form = { [key: string]: string | Form }

const DEEPEST = 10

/** Null for a key that cannot be read, and for text that the database cannot keep. */
export function readForm(pairs: Iterable<[string, string]>): Form | null {
  const form = emptyForm()
  for (const [key, value] of pairs) {
    const steps = stepsOf(key)
    if (steps === null || (key + value).includes('\0') || !place(form, steps, value)) return null
  }
  return form
}

/** Without a prototype: `__proto__` is a key like any other. */
const emptyForm = (): Form => Object.create(null)

function stepsOf(key: string): string[] | null {
  const read = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (!read) return null
  const [, first = '', rest = ''] = read
  const steps = [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, step = '']) => step)]
  return steps.length > DEEPEST ? null : steps
}

function place(form: Form, steps: readonly string[], value: string): boolean {
  let level = form
  for (const [index, step] of steps.entries()) {
    const key = step === '' ? String(Object.keys(level).length) : step
    if (index === steps.length - 1) {
      if (typeof level[key] === 'object') return false
      level[key] = value
      return true
    }
    const next = (level[key] ??= emptyForm())
    if (typeof next === 'string') return false
    level = next
  }
  return false
}
