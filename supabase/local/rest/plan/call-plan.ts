import { maxAffectedNeedsRows } from '../errors/request-errors.ts'
import type { Action } from '../request/api-request.ts'
import { strictMaxAffected } from '../request/preferences.ts'
import { findFunction } from '../schema-cache/find-function.ts'
import type { DatabaseFunction, SchemaCache } from '../schema-cache/model.ts'
import type { CallArguments } from '../sql/call.ts'
import { planRead, type ReadPlan } from './read-plan.ts'
import type { Asked } from './write-plan.ts'

export type CallPlan = {
  readonly called: DatabaseFunction
  readonly given: CallArguments
  /** Functions that promise to change nothing run in a transaction that can change nothing. */
  readonly readOnly: boolean
  readonly read: ReadPlan
}

export function planCall(
  cache: SchemaCache,
  action: Extract<Action, { kind: 'call' }>,
  { query, preferences }: Asked,
  given: CallArguments,
  maxRows: number,
): CallPlan {
  const names = given.kind === 'body' ? given.payload.columns : given.pairs.map(([name]) => name)
  const called = findFunction(cache, action.function, new Set(names), action.byPost)
  if (strictMaxAffected(preferences) !== null && !called.returnsSet) throw maxAffectedNeedsRows()
  const origin = called.returnedRow ?? { schema: called.schema, name: called.name }
  return {
    called,
    given,
    readOnly: !action.byPost || called.volatility !== 'volatile',
    read: planRead({ cache, maxRows }, origin, query.select, query.scope),
  }
}
