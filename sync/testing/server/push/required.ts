import { Failure } from '../values.ts'

export function required(...values: unknown[]): void {
  if (values.some((value) => value === null)) throw new Failure('23502')
}
