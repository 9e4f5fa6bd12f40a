/** PostgreSQL's name of a column's type. */
type SqlType = 'boolean' | 'bigint' | 'numeric' | 'text' | 'timestamptz' | 'jsonb' | 'uuid'

/**
 * A column that an edit sets. `whenNone`: what it says where a row has none. `none`: of two where one has none, that one
 * is the smallest, unless it is said to be the largest. `before`: the server keeps only a time before that of the edit.
 */
export type Column = {
  type: SqlType
  whenNone?: boolean | string
  none?: 'largest'
  before?: 'the edit'
}

/**
 * What one edit sets together. Of two edits the later one stands; of two at the same moment the one whose columns are
 * larger, and the first column that differs decides.
 */
export type Register = {
  fields: Readonly<Record<string, Column>>
  /** The column of the time of the last edit, ms since the epoch; in a table with `times`, the key of it there. */
  editedAt: string
  /** A row without a time was never edited (`never`), or is edited when it arrives. */
  withoutTime: 'never' | 'now'
  /** The fields by which the server knows an edit that comes again from a clock that is ahead; all of them where none are named. */
  again?: readonly string[]
}

/** A table whose rows are merged by registers: on the device (`merge-registers.ts`), and on the server by SQL that is made from this (`npm run database:merges`). */
export type RegisterTable = {
  table: string
  /** The columns that name a row, beside its person. `required`: of a row of one's own that has none the server says so before it tries to store it. */
  key: Readonly<Record<string, { type: SqlType; required: boolean }>>
  /** The column that holds the times of all registers, each under the name of its field. */
  times?: string
  /** Another table that has the same registers under the same id, and follows. Its people write this one directly, too. */
  copiedTo?: string
  registers: readonly Register[]
}
