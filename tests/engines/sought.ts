import type { Target } from './port.ts'

/** A target as it is sent to the page. */
export type SoughtText = string | { source: string; flags: string }
type Narrowed = { within?: Sought; containing?: string }
type States = { pressed?: boolean; checked?: boolean; selected?: boolean; expanded?: boolean }
export type Sought = Narrowed &
  (
    | { css: string }
    | { label: SoughtText }
    | { text: SoughtText }
    | (States & { role: string; name?: SoughtText })
  )

const textOf = (text: string | RegExp): SoughtText =>
  typeof text === 'string' ? text : { source: text.source, flags: text.flags }

export function soughtOf(target: Target): Sought {
  if (typeof target === 'string') return { css: target }
  const { within, ...rest } = target
  const narrowed = within === undefined ? {} : { within: soughtOf(within) }
  if ('css' in rest) return { ...rest, ...narrowed }
  if ('label' in rest) return { ...rest, ...narrowed, label: textOf(rest.label) }
  if ('text' in rest) return { ...rest, ...narrowed, text: textOf(rest.text) }
  const { name, ...byRole } = rest
  return { ...byRole, ...narrowed, ...(name === undefined ? {} : { name: textOf(name) }) }
}

/** For messages. */
export const describeTarget = (target: Target): string =>
  JSON.stringify(target, (_, value: unknown) => (value instanceof RegExp ? String(value) : value))
