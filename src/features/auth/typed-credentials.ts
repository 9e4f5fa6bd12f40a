import { useState } from 'react'
import * as v from 'valibot'

const Typed = v.object({ username: v.string(), email: v.string() })
type Typed = v.InferOutput<typeof Typed>
const NOTHING: Typed = { username: '', email: '' }

/** Of this tab only: it is nobody's yet. The password is never kept. */
const KEY = 'mirutomo-credentials'

function readTyped(): Typed {
  try {
    const typed = v.safeParse(Typed, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return typed.success ? typed.output : NOTHING
  } catch {
    return NOTHING
  }
}

function keepTyped(typed: Typed): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed))
  } catch {
    // Storage that is forbidden: it still stands in the field.
  }
}

/** Once somebody is signed in or up. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Where the browser keeps nothing, nothing is left.
  }
}

/** What is typed into the forms about credentials: it survives that the page is loaded anew, and goes along from one form to the other. */
export function useTyped(field: keyof Typed): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(() => readTyped()[field])
  const type = (next: string): void => {
    setText(next)
    keepTyped({ ...readTyped(), [field]: next })
  }
  return [text, type]
}
