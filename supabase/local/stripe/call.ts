import type * as v from 'valibot'
import type { Answer, Context } from './context.ts'
import type { Form } from './form.ts'
import { readParameters, type Parameters } from './parameters.ts'

/** One call of the API: its parameters are checked before it runs. */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for a segment. */
  path: string
  /** May be made with the publishable key, by who knows the client secret. */
  forClients: boolean
  prepare(form: Form): (context: Context, id: string) => Promise<Answer>
}

type Definition<S extends v.GenericSchema> = Parameters<S> & {
  forClients?: boolean
  run: (context: Context, parameters: v.InferOutput<S>, id: string) => Promise<Answer>
}

/** `call('POST /v1/things/:id', …)`. */
export function call<S extends v.GenericSchema>(
  line: `${Call['method']} /${string}`,
  { forClients = false, run, ...parameters }: Definition<S>,
): Call {
  const method = line.startsWith('GET') ? 'GET' : line.startsWith('POST') ? 'POST' : 'DELETE'
  return {
    method,
    path: line.slice(method.length + 1),
    forClients,
    prepare(form) {
      const read = readParameters(parameters, form)
      return (context, id) => run(context, read, id)
    },
  }
}
