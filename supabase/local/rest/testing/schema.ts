import { cacheOf } from '../schema-cache/cache-of.ts'
import type {
  ComputedDocument,
  ConstraintDocument,
  RelationDocument,
} from '../schema-cache/catalogue-documents.ts'
import type { DatabaseFunction, SchemaCache } from '../schema-cache/model.ts'

/** A table of a made-up catalogue: columns as `name type`, keys as lists of column names. */
export type TableSketch = {
  readonly name: string
  readonly schema?: string
  readonly columns: readonly string[]
  readonly primaryKey?: readonly string[]
  readonly unique?: readonly (readonly string[])[]
  readonly foreignKeys?: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly table: string
    readonly foreignColumns: readonly string[]
  }[]
  /** The node tree of a view's query. */
  readonly query?: string
}

/** The cache for a made-up catalogue. The oids of its relations count from 1. */
export function sketchCache(
  sketches: readonly TableSketch[],
  functions: readonly DatabaseFunction[] = [],
  computed: readonly ComputedDocument[] = [],
): SchemaCache {
  const relations = sketches.map(relationOf)
  const constraints = sketches.flatMap((sketch, index) => constraintsOf(sketch, relations, index + 1))
  return cacheOf({ relations, constraints, functions, computed, preRequest: [], settings: [] }, ['public'])
}

function relationOf(sketch: TableSketch, index: number): RelationDocument {
  return {
    oid: index + 1,
    schema: sketch.schema ?? 'public',
    name: sketch.name,
    isView: sketch.query !== undefined,
    insertable: true,
    updatable: true,
    deletable: true,
    query: sketch.query ?? null,
    columns: sketch.columns.map((column, position) => {
      const [name = '', type = 'text'] = column.split(' ')
      return { number: position + 1, name, type, defaultSql: null }
    }),
  }
}

function constraintsOf(
  sketch: TableSketch,
  relations: readonly RelationDocument[],
  oid: number,
): ConstraintDocument[] {
  const numbers = (relation: RelationDocument | undefined, names: readonly string[]): number[] =>
    names.map((name) => relation?.columns.find((column) => column.name === name)?.number ?? 0)
  const own = relations[oid - 1]
  const key = (kind: 'p' | 'u', columns: readonly string[]): ConstraintDocument => ({
    name: `${sketch.name}_${columns.join('_')}_${kind}`,
    kind,
    relation: oid,
    columns: numbers(own, columns),
    foreignRelation: 0,
    foreignColumns: [],
  })
  const foreign = (sketch.foreignKeys ?? []).map(
    ({ name, columns, table, foreignColumns }): ConstraintDocument => {
      const target = relations.find((relation) => relation.name === table)
      return {
        name,
        kind: 'f',
        relation: oid,
        columns: numbers(own, columns),
        foreignRelation: target?.oid ?? 0,
        foreignColumns: numbers(target, foreignColumns),
      }
    },
  )
  return [
    ...(sketch.primaryKey === undefined ? [] : [key('p', sketch.primaryKey)]),
    ...(sketch.unique ?? []).map((columns) => key('u', columns)),
    ...foreign,
  ]
}

/** A catalogue of videos, with every kind of relationship. */
export const VIDEOS: readonly TableSketch[] = [
  {
    name: 'genres',
    columns: ['id', 'name', 'parent_id'],
    primaryKey: ['id'],
    foreignKeys: [
      { name: 'genres_parent_id_fkey', columns: ['parent_id'], table: 'genres', foreignColumns: ['id'] },
    ],
  },
  {
    name: 'videos',
    columns: ['id bigint', 'title', 'genre_id', 'data jsonb', 'rating numeric(3,2)'],
    primaryKey: ['id'],
    foreignKeys: [
      { name: 'videos_genre_id_fkey', columns: ['genre_id'], table: 'genres', foreignColumns: ['id'] },
    ],
  },
  {
    name: 'details',
    columns: ['video_id bigint', 'summary'],
    primaryKey: ['video_id'],
    foreignKeys: [
      { name: 'details_video_id_fkey', columns: ['video_id'], table: 'videos', foreignColumns: ['id'] },
    ],
  },
  { name: 'tags', columns: ['id integer', 'label'], primaryKey: ['id'] },
  {
    name: 'video_tags',
    columns: ['video_id bigint', 'tag_id integer'],
    primaryKey: ['video_id', 'tag_id'],
    foreignKeys: [
      { name: 'video_tags_video_id_fkey', columns: ['video_id'], table: 'videos', foreignColumns: ['id'] },
      { name: 'video_tags_tag_id_fkey', columns: ['tag_id'], table: 'tags', foreignColumns: ['id'] },
    ],
  },
  { name: 'people', columns: ['id uuid', 'name'], primaryKey: ['id'] },
  {
    name: 'letters',
    columns: ['id integer', 'sender_id uuid', 'recipient_id uuid'],
    primaryKey: ['id'],
    foreignKeys: [
      { name: 'letters_sender_id_fkey', columns: ['sender_id'], table: 'people', foreignColumns: ['id'] },
      {
        name: 'letters_recipient_id_fkey',
        columns: ['recipient_id'],
        table: 'people',
        foreignColumns: ['id'],
      },
    ],
  },
  {
    name: 'reviews',
    columns: ['id integer', 'video_id bigint', 'person_id uuid'],
    primaryKey: ['id'],
    foreignKeys: [
      { name: 'reviews_video_id_fkey', columns: ['video_id'], table: 'videos', foreignColumns: ['id'] },
      { name: 'reviews_person_id_fkey', columns: ['person_id'], table: 'people', foreignColumns: ['id'] },
    ],
  },
]
