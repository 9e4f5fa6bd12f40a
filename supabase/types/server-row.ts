import * as v from 'valibot'
import type { Database } from './database.ts'

type Tables = Database['public']['Tables'] & Database['public']['Views']
type Functions = Database['public']['Functions']
export type TableName = Extract<keyof Tables, string>
export type FunctionPath = `rpc/${Extract<keyof Functions, string>}`
/** What can be asked for below `/rest/v1/`. */
export type Path = TableName | FunctionPath

/** A function's arguments by name. */
export type Arguments = Record<TableName, never> & {
  [Name in keyof Functions as `rpc/${Name}`]: Functions[Name]['Args']
}
/** New values of a row, by the names of its columns. */
export type Changes = Record<FunctionPath, never> & {
  [Name in TableName]: Name extends keyof Database['public']['Tables']
    ? Database['public']['Tables'][Name]['Update']
    : never
}
type Rows = { [Name in TableName]: Tables[Name]['Row'] } & {
  [Name in keyof Functions as `rpc/${Name}`]: Functions[Name]['Returns'] extends readonly (infer Row)[]
    ? Row
    : Functions[Name]['Returns']
}
/** What can be filtered by, or what a function can be given in its address. */
export type Filters<Asked extends Path> =
  | Extract<keyof Rows[Asked], string>
  | Extract<keyof Arguments[Asked], string>

/** Whether two types share a value that is not null. */
type Meets<One, Other> = [NonNullable<One> & NonNullable<Other>] extends [never] ? false : true
/** A parser takes what the database can answer when it takes that type, and null where null can stand. */
type Takes<Parser extends v.GenericSchema, Value> =
  Meets<v.InferInput<Parser>, Value> extends false
    ? false
    : null extends Value
      ? null extends v.InferInput<Parser>
        ? true
        : false
      : true
type Fitting<Row, Parsers extends Record<string, v.GenericSchema>> = {
  [Name in keyof Parsers]: Name extends keyof Row
    ? Takes<Parsers[Name], Row[Name]> extends true
      ? Parsers[Name]
      : never
    : never
}

/**
 * The parser of a row that `_source` answers with. One that names what the database does not have there, takes
 * another type, or refuses a null that can stand there, is an error of its types.
 */
export const rowOf = <Source extends Path, Parsers extends Record<string, v.GenericSchema>>(
  _source: Source,
  parsers: Parsers & Fitting<Rows[Source], Parsers>,
): v.ObjectSchema<Parsers, undefined> => v.object<Parsers>(parsers)

/** The names of what a row's parser reads, as PostgREST's `select` takes them. */
export const columnsOf = (row: v.ObjectSchema<v.ObjectEntries, undefined>): string =>
  Object.keys(row.entries).join()

/**
 * The names of `Read` that the table does not have, that hold another type there, or that must be there although
 * the table can hold null, which a device leaves out.
 */
export type Misread<Name extends TableName, Read> = {
  [Key in keyof Read]-?: Key extends keyof Rows[Name]
    ? Meets<Read[Key], Rows[Name][Key]> extends false
      ? Key
      : null extends Rows[Name][Key]
        ? object extends Pick<Read, Key>
          ? never
          : Key
        : never
    : Key
}[keyof Read]
