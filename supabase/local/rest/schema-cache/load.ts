import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'
import { cacheOf, type Catalogue } from './cache-of.ts'
import {
  ComputedDocument,
  ConstraintDocument,
  FunctionDocument,
  NameDocument,
  RelationDocument,
  RoleSettingDocument,
} from './catalogue-documents.ts'
import {
  COMPUTED_RELATIONSHIPS,
  CONSTRAINTS,
  FUNCTIONS,
  PRE_REQUEST,
  RELATIONS,
  ROLE_SETTINGS,
} from './catalogue-queries.ts'
import type { SchemaCache } from './model.ts'

/** Reads the shape of the exposed schemas in one snapshot. */
export async function loadSchemaCache(pool: Pool, schemas: readonly string[]): Promise<SchemaCache> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local search_path = ''`)
    const catalogue = await readCatalogue(client, schemas)
    await client.query('commit')
    client.release()
    return cacheOf(catalogue, schemas)
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function readCatalogue(client: PoolClient, schemas: readonly string[]): Promise<Catalogue> {
  return {
    relations: await documents(client, RELATIONS, RelationDocument),
    constraints: await documents(client, CONSTRAINTS, ConstraintDocument),
    functions: await documents(client, FUNCTIONS, FunctionDocument, [schemas]),
    computed: await documents(client, COMPUTED_RELATIONSHIPS, ComputedDocument, [schemas]),
    preRequest: await documents(client, PRE_REQUEST, NameDocument),
    settings: await documents(client, ROLE_SETTINGS, RoleSettingDocument),
  }
}

async function documents<Schema extends v.GenericSchema>(
  client: PoolClient,
  query: string,
  schema: Schema,
  values: unknown[] = [],
): Promise<v.InferOutput<Schema>[]> {
  const { rows } = await client.query(query, values)
  return v.parse(v.array(v.object({ document: schema })), rows).map(({ document }) => document)
}
