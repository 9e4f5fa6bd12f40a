import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Column<Row> = { label: string; cell: (row: Row) => ReactNode; className?: string }

type RecordTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table; on a narrow screen each row is a card whose values have their labels beside them. Roles are said, for a table shown as cards loses its own. */
export function RecordTable<Row>({ label, columns, rows, keyOf }: RecordTableProps<Row>) {
  return (
    <div className="md:overflow-hidden md:rounded-xl md:border md:border-line md:bg-surface">
      <table role="table" aria-label={label} className="block w-full text-sm md:table">
        <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
          <tr role="row" className="md:border-b md:border-line">
            {columns.map((column) => (
              <th
                key={column.label}
                role="columnheader"
                scope="col"
                className={classNames('px-4 py-3 text-start text-xs font-bold text-muted', column.className)}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="grid gap-3 md:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="grid gap-2 rounded-xl border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:border-b md:p-0 md:last:border-0"
            >
              {columns.map((column) => (
                <Cell key={column.label} {...column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ label, cell, className, row }: Column<Row> & { row: Row }) {
  const content = cell(row)
  const isEmpty = content === null || content === false
  return (
    <td
      role="cell"
      className={classNames(
        'flex-wrap items-baseline gap-x-3 gap-y-1 md:table-cell md:px-4 md:py-3 md:align-middle',
        isEmpty ? 'hidden' : 'flex',
        className,
      )}
    >
      <span aria-hidden="true" className="basis-24 text-xs text-muted md:hidden">
        {label}
      </span>
      <div className="min-w-0 flex-1 basis-32">{content}</div>
    </td>
  )
}
