import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { draftAt, type DraftVersion, listenToDrafts, type OpenDraft } from '#platform/open-draft.ts'

/**
 * What a person has begun at this place: kept with every key, over a reload, a crash and a restart, and gone
 * when the account leaves the device.
 */
export type Draft = Omit<OpenDraft, 'state' | 'look'> & {
  /** null where nothing is begun. */
  text: string | null
  /** What was begun there in other tabs, or earlier, and is not shown. */
  offered: readonly DraftVersion[]
  /** As it is now, for whoever asks later. */
  isBegun: () => boolean
}

/** `name`: of the text among all that the person `whose` can write. */
export function useDraft(whose: string, name: string): Draft {
  const { subscribe, open } = useMemo(() => openListening(whose, name), [whose, name])
  return { ...open, ...useSyncExternalStore(subscribe, open.state) }
}

function openListening(whose: string, name: string) {
  const listeners = new Set<() => void>()
  const open = draftAt({ whose, name }, () => listeners.forEach((listener) => listener()))
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    const stop = listenToDrafts(open.look)
    return () => {
      listeners.delete(listener)
      stop()
    }
  }
  return { subscribe, open: { ...open, isBegun: () => open.state().text !== null } }
}

export type FormDraft<Value> = {
  /** null where nothing is begun. */
  value: Value | null
  offered: readonly { version: DraftVersion; value: Value }[]
  /** As it is now, for whoever asks later. */
  isBegun: () => boolean
  /** null: it is sent, saved or given up. */
  keep: (value: Value | null) => void
  take: (version: DraftVersion) => void
  drop: (version: DraftVersion) => () => void
}

/** The same of a whole form. What does not read as `schema` says is none. */
export function useFormDraft<Schema extends v.GenericSchema<unknown, unknown>>(
  whose: string,
  name: string,
  schema: Schema,
): FormDraft<v.InferOutput<Schema>> {
  const { text, offered, type, take, drop, isBegun } = useDraft(whose, name)
  return {
    value: useMemo(() => parsed(schema, text), [schema, text]),
    offered: offered.flatMap((version) => {
      const value = parsed(schema, version.text)
      return value === null ? [] : [{ version, value }]
    }),
    isBegun,
    keep: (value) => type(value === null ? null : JSON.stringify(value)),
    take,
    drop,
  }
}

function parsed<Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
  text: string | null,
): v.InferOutput<Schema> | null {
  const value = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return value.success ? value.output : null
}
