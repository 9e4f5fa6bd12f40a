import { handleRequest, type RestOptions } from './handle.ts'
import { loadSchemaCache } from './schema-cache/load.ts'
import type { SchemaCache } from './schema-cache/model.ts'
import { SchemaListener } from './schema-listener.ts'

export type Rest = {
  /** Answers a request to `/rest/v1/…`. */
  handle(request: Request, info: { readonly ip: string }): Promise<Response>
  /** Looks at the schema again; requests see the old one until it is done. */
  reloadSchema(): Promise<void>
  close(): Promise<void>
}

const NOTHING_KNOWN: SchemaCache = {
  tables: new Map(),
  relationships: new Map(),
  functions: new Map(),
  preRequest: null,
  roleSettings: new Map(),
}

/**
 * The part of PostgREST's dialect that the app uses, over a pool that logs in as `authenticator`. The schema is read
 * before this resolves, and again on `notify pgrst`.
 */
export async function createRest(options: RestOptions): Promise<Rest> {
  let cache = NOTHING_KNOWN
  let loading: Promise<void> = Promise.resolve()

  /** One load after the other, so that the last one asked for is the one that stays. */
  function reloadSchema(): Promise<void> {
    const reload = async (): Promise<void> => {
      cache = await loadSchemaCache(options.authenticatorPool, options.schemas)
    }
    loading = loading.then(reload, reload)
    return loading
  }

  // Listening comes before the first load: a change in between is announced again.
  const listener = new SchemaListener(options.authenticatorPool, () => {
    reloadSchema().catch((error: unknown) => console.error('rest: the schema could not be read again', error))
  })
  try {
    await listener.start()
    await reloadSchema()
  } catch (error) {
    await listener.close()
    throw error
  }
  return {
    handle: (request) => handleRequest(options, cache, request),
    reloadSchema,
    close: () => listener.close(),
  }
}
