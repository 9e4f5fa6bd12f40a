import type { RelationDocument } from './catalogue-documents.ts'
import { columnOrigins } from './node-tree.ts'

/** One way in which columns of a table can be seen: in the table itself, or in a view that shows all of them. */
export type Face = { readonly relation: RelationDocument; readonly columns: readonly string[] }

/** Finds the faces of given columns (by number) of a relation (by oid): the relation first, then the views. */
export type FindFaces = (oid: number, columns: readonly number[]) => Face[]

/** Follows views over views down to the tables, and turns the result around. */
export function faceFinder(relations: readonly RelationDocument[]): FindFaces {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const origins = new Map(
    relations
      .filter(({ query }) => query !== null)
      .map(({ oid, query }) => [oid, columnOrigins(query ?? '')]),
  )

  /** The columns of a view that show this column of a table, however many views lie between. */
  function shownBy(view: number, oid: number, column: number, above: readonly number[]): string[] {
    if (above.includes(view)) return []
    return (origins.get(view) ?? []).flatMap((origin) => {
      const shows =
        origin.originRelation === oid
          ? origin.originColumn === column
          : shownBy(origin.originRelation, oid, column, [...above, view]).includes(
              columnName(origin.originRelation, origin.originColumn),
            )
      return shows ? [columnName(view, origin.column)] : []
    })
  }

  function columnName(oid: number, number: number): string {
    return byOid.get(oid)?.columns.find((column) => column.number === number)?.name ?? ''
  }

  return (oid, columns) => {
    const own = byOid.get(oid)
    if (own === undefined) return []
    const direct = { relation: own, columns: columns.map((column) => columnName(oid, column)) }
    const views = [...origins.keys()].flatMap((view) => {
      const relation = byOid.get(view)
      if (relation === undefined || view === oid) return []
      return combinations(columns.map((column) => shownBy(view, oid, column, []))).map((shown) => ({
        relation,
        columns: shown,
      }))
    })
    return [direct, ...views]
  }
}

/** A column can be shown more than once in a view: every choice of one per column. */
function combinations(choices: readonly (readonly string[])[]): string[][] {
  return choices.reduce<string[][]>(
    (chosen, names) => chosen.flatMap((before) => names.map((name) => [...before, name])),
    [[]],
  )
}
