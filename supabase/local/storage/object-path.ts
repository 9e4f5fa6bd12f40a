import { StorageError } from './errors.ts'

const ALLOWED = /^[\w/!\-.*'() &$@=;:+,?]+$/

/** An object's name that hosted storage would take; no part of it climbs. */
export function objectPath(name: string): string {
  const parts = name.split('/')
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain || name.length > 1024 || !ALLOWED.test(name))
    throw new StorageError(400, 'InvalidKey', `Invalid key: ${name}`)
  return name
}
