/** One protection taken away: what a story must notice. */
export type Mutation = {
  /** policy, rls, grant, column, check, unique, trigger, execute, refusal, view */
  kind: string
  /** The table or function that it protects, as stories name it. */
  object: string
  /** Of all mutations each has another. */
  name: string
  sql: string
}
