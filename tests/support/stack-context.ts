import * as v from 'valibot'

/** Where the embedded stack of a test run answers; the same shape as `stack.json` (DESIGN §9). */
export const StackContext = v.object({
  web: v.string(),
  api: v.string(),
  publishableKey: v.string(),
  serviceKey: v.string(),
  db: v.string(),
  mail: v.string(),
  sms: v.string(),
  /** Base of the stand-in's API; null with real keys. */
  stripe: v.nullable(v.string()),
})
export type StackContext = v.InferOutput<typeof StackContext>

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackContext
    /** Where a push service stands in for those of the browsers' makers (journeys only). */
    pushService: string
  }
}
