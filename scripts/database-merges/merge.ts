import type { Register, RegisterTable } from '../../sync/schema/registers.ts'
import { allFieldsOf, assignments, fieldsOf, isLater, lines, list, said, timesOf } from './expressions.ts'
import { functionOf, keyNames, pushedAt, pushedColumns } from './pushed.ts'

/** Does a register of the pushed row say what is stored? */
function isSame(register: Register): string {
  const again = fieldsOf(register).filter(([name]) => register.again?.includes(name) ?? true)
  const stored = again.map(([name]) => `stored.${name}`).join(', ')
  const pushed = again.map(([name, column]) => said('pushed', name, column)).join(', ')
  return again.length === 1 ? `${stored} = ${pushed}` : `(${stored}) = (${pushed})`
}

const clamped = (register: Register): string => `case
        when ${pushedAt(register)} > now_ms and ${isSame(register)} then stored.${register.editedAt}
        else least(${pushedAt(register)}, now_ms)
      end as ${register.editedAt}`

/** Names the person again: so few rows are looked through, whatever the planner thinks of a batch's length. */
const storedJoin = ({ table }: RegisterTable): string =>
  `left join public.${table} as stored on stored.id = pushed.id and stored.user_id = me`

/** Of a table whose times are columns. */
export function mergeColumns(noun: string, table: RegisterTable): string {
  const { registers } = table
  const id = 'id' in table.key ? ['id'] : []
  const columns = [...id, 'user_id', ...keyNames(table), ...allFieldsOf(table).map(([name]) => name)]
  const values = [
    ...id.map((name) => `pushed.${name}`),
    'coalesce(pushed.user_id, me)',
    ...keyNames(table).map((name) => `pushed.${name}`),
    ...registers.flatMap((register) =>
      fieldsOf(register).map(([name, column]) =>
        column.before === undefined
          ? said('pushed', name, column)
          : `case when pushed.${name} < clamped.${register.editedAt} then pushed.${name} end`,
      ),
    ),
    ...registers.map(({ editedAt }) => `clamped.${editedAt}`),
  ]
  return functionOf(
    `merge_${noun}(me uuid, batch jsonb)`,
    'void',
    `declare
  now_ms constant bigint := private.now_ms();
begin
  insert into public.${table.table} as known (
    ${list([...columns, ...timesOf(table)], '    ')}
  )
  select
    ${list(values, '    ')}
  from jsonb_to_recordset(batch) as pushed (
    ${list(pushedColumns(table), '    ')}
  )
  ${storedJoin(table)}
  cross join lateral (
    select
      ${lines(registers.map(clamped), '      ')}
  ) as clamped
  on conflict (id) do update set
    ${lines(assignments(table, 'excluded', 'known'), '    ')}
    where ${lines(
      registers.map((register) => isLater(register, 'excluded', 'known')),
      '      ',
      ' or',
    )};
end`,
  )
}

/**
 * Of a table with all times in one column. It merges with what is stored before it writes, for a column that the
 * person never set has no value.
 */
export function mergeTimes(noun: string, table: RegisterTable, times: string): string {
  const fields = allFieldsOf(table)
  const names = fields.map(([name]) => name)
  const bigints = list(
    names.map((name) => `${name} bigint`),
    '    ',
  )
  const merged = fields.map(([name, { type, whenNone }]) => {
    const collate = type === 'text' ? ' collate "C"' : ''
    const none =
      whenNone === undefined ? '' : `, ${typeof whenNone === 'string' ? `'${whenNone}'` : whenNone}`
    return `case sign(theirs.${name} - mine.${name})
      when 1 then pushed.${name} when -1 then stored.${name}
      else greatest(stored.${name}${collate}, pushed.${name}${collate}${none})
    end`
  })
  const told = names.map(
    (name) => `case
        when told.${name} <= now_ms then told.${name}
        when stored.id = pushed.id and pushed.${name} is not distinct from stored.${name} then mine.${name}
        else now_ms
      end as ${name}`,
  )
  const written = [...names, times]
  return functionOf(
    `merge_${noun}(me uuid, batch jsonb)`,
    'void',
    `declare
  now_ms constant bigint := private.now_ms();
  never constant jsonb := '{${names.map((name) => `"${name}": 0`).join(', ')}}';
begin
  insert into public.${table.table} as known (
    ${list(['user_id', ...keyNames(table), ...written], '    ')}
  )
  select
    coalesce(pushed.user_id, me),
    ${lines([...keyNames(table).map((name) => `pushed.${name}`), ...merged], '    ')},
    case when pushed.${times} is not null then jsonb_strip_nulls(jsonb_build_object(
      ${list(
        names.map((name) => `'${name}', nullif(greatest(mine.${name}, theirs.${name}), 0)`),
        '      ',
      )}
    )) end
  from jsonb_to_recordset(batch) as pushed (
    ${list(pushedColumns(table), '    ')}
  )
  ${storedJoin(table)},
  lateral jsonb_to_record(never || coalesce(stored.${times}, '{}')) as mine (
    ${bigints}
  ),
  lateral jsonb_to_record(never || coalesce(jsonb_strip_nulls(pushed.${times}), '{}')) as told (
    ${bigints}
  ),
  lateral (
    select
      ${lines(told, '      ')}
  ) as theirs
  on conflict (id) do update set
    ${list(
      written.map((name) => `${name} = excluded.${name}`),
      '    ',
    )}
    where (
      ${list(
        written.map((name) => `excluded.${name}`),
        '      ',
      )}
    ) is distinct from (
      ${list(
        written.map((name) => `known.${name}`),
        '      ',
      )}
    );
end`,
  )
}
