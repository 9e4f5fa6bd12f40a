/** A copy of data made of plain objects, lists and primitives, which is all that this engine stores or sends; anything else throws, as a browser would. */
export function cloneData<Value>(value: Value): Value {
  return cloneAny(value) as Value
}

function cloneAny(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException('it cannot be cloned', 'DataCloneError')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cloneAny)
  if (value instanceof Date) return new Date(value.getTime())
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return structuredClone(value)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = cloneAny((value as Record<string, unknown>)[key])
  return copy
}
