/** PostgreSQL's name of a column's type. */
type SqlType = 'boolean' | 'bigint' | 'numeric' | 'text' | 'timestamptz' | 'jsonb' | 'uuid'

/** A column that an edit sets. */
export type Column = {
  type: SqlType
  /** What a row says that has no value. */
  whenNone?: boolean | string
  /** Of two rows one of which has no value, that one is the smallest, unless it is said to be the largest. */
  none?: 'largest'
  /** The server keeps only a time before that of the edit. */
  before?: 'the edit'
}

/**
 * What one edit sets together. Of two edits the later one stands. Of two at the same moment the one stands whose
 * columns are larger; the first column that differs decides.
 */
export type Register = {
  fields: Readonly<Record<string, Column>>
  /** The column of the time of the last edit, ms since the epoch; in a table with `times`, its key there. */
  editedAt: string
  /** A row without a time was never edited (`never`), or is edited when it arrives. */
  withoutTime: 'never' | 'now'
  /**
   * By these fields the server knows an edit that a device sends again whose clock is ahead. By all where none
   * are named.
   */
  again?: readonly string[]
}

/**
 * A table whose rows are merged by registers: on the device (`merge-registers.ts`), and on the server by SQL that
 * `npm run database:merges` makes from this.
 */
export type RegisterTable = {
  table: string
  /**
   * The columns that name a row, beside its person. `required`: the server refuses a row of one's own that has
   * none, before it tries to store it.
   */
  key: Readonly<Record<string, { type: SqlType; required: boolean }>>
  /** The column that holds the times of all registers, each under the name of its field. */
  times?: string
  /** Another table with the same registers under the same id, which follows. People write this one directly, too. */
  copiedTo?: string
  registers: readonly Register[]
}
