import { describe, expect, it } from 'vitest'
import { columnOrigins } from './node-tree.ts'

const entry = (column: number, relation: number, origin: number, more = ''): string =>
  `{TARGETENTRY :expr {VAR :varno 1 :varattno ${origin} :location 7} :resno ${column} :resname na\\ me\\) :ressortgroupref 0 :resorigtbl ${relation} :resorigcol ${origin} :resjunk ${more || 'false'}}`

describe('columnOrigins', () => {
  it('finds where the columns of a view come from', () => {
    const tree = `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :alias <>}) :targetList (${entry(1, 16, 2)} ${entry(2, 0, 0)} ${entry(3, 17, 1)}) :limitCount <>})`
    expect(columnOrigins(tree)).toEqual([
      { column: 1, originRelation: 16, originColumn: 2 },
      { column: 3, originRelation: 17, originColumn: 1 },
    ])
  })

  it('does not take the columns of a subquery for those of the view', () => {
    const subquery = `{SUBLINK :subselect {QUERY :targetList (${entry(1, 99, 9)})}}`
    const tree = `({QUERY :jointree {FROMEXPR :quals ${subquery}} :targetList (${entry(1, 16, 2)})})`
    expect(columnOrigins(tree)).toEqual([{ column: 1, originRelation: 16, originColumn: 2 }])
  })

  it('leaves out what only sorts, and survives values of several tokens', () => {
    const constant = '{CONST :consttype 23 :constvalue 4 [ 1 0 0 0 ] :location 3}'
    const tree = `({QUERY :havingQual ${constant} :targetList (${entry(1, 16, 1)} ${entry(2, 16, 2, 'true')})})`
    expect(columnOrigins(tree)).toEqual([{ column: 1, originRelation: 16, originColumn: 1 }])
  })

  it('finds nothing in what is no node tree', () => {
    expect(columnOrigins('')).toEqual([])
    expect(columnOrigins('({QUERY :targetList <>})')).toEqual([])
    expect(columnOrigins('({QUERY :targetList (')).toEqual([])
  })
})
