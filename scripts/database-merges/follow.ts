import type { RegisterTable } from '../../sync/schema/registers.ts'
import { assignments, fieldsOf, isLater, lines } from './expressions.ts'
import { functionOf } from './pushed.ts'

/** A direct write is merged, too. */
export function keepLater(noun: string, { registers }: RegisterTable): string {
  const clamps = registers.map(({ editedAt }) => `new.${editedAt} := least(new.${editedAt}, now_ms);`)
  const kept = registers.map((register) => {
    const columns = [...fieldsOf(register).map(([name]) => name), register.editedAt]
    return `if ${isLater(register, 'old', 'new')} then
      ${lines(
        columns.map((name) => `new.${name} := old.${name};`),
        '      ',
        '',
      )}
    end if;`
  })
  return functionOf(
    `keep_later_${noun}()`,
    'trigger',
    `declare
  now_ms constant bigint := private.now_ms();
begin
  ${lines(clamps, '  ', '')}
  if tg_op = 'UPDATE' then
    ${lines(kept, '    ', '')}
  end if;
  return new;
end`,
  )
}

/** What stands later reaches the other table, whoever may write there. */
export function copy(noun: string, table: RegisterTable, copiedTo: string): string {
  return `${functionOf(
    `copy_${noun}()`,
    'trigger',
    `begin
  update public.${copiedTo} as known set
    ${lines(assignments(table, 'changed', 'known'), '    ')}
  from changed
  where known.id = changed.id and known.user_id = changed.user_id and (
    ${lines(
      table.registers.map((register) => isLater(register, 'changed', 'known')),
      '    ',
      ' or',
    )}
  );
  return null;
end`,
  ).replace(
    'language plpgsql\n',
    'language plpgsql\nsecurity definer\n',
  )}revoke all on function private.copy_${noun}() from public;
`
}
