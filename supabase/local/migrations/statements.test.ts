import { expect, test } from 'vitest'
import { statementsOf } from './statements.ts'

test.each<[string, string, string[]]>([
  ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
  ['no last semicolon', 'select 1;\nselect 2\n', ['select 1', 'select 2']],
  ['nothing but comments', '-- one;\n/* two; */', []],
  ['a comment stays with its statement', '-- why;\nselect 1;', ['-- why;\nselect 1']],
  ['nested comments', '/* a /* b; */ c; */ select 1; select 2', ['/* a /* b; */ c; */ select 1', 'select 2']],
  ['quotes', `select 'it''s;'; select 2`, [`select 'it''s;'`, 'select 2']],
  ['backslash quotes', String.raw`select e'\';'; select 2`, [String.raw`select e'\';'`, 'select 2']],
  ['a plain backslash at the end', String.raw`select '\'; select 2`, [String.raw`select '\'`, 'select 2']],
  ['quoted names', 'select 1 as "a;""b"; select 2', ['select 1 as "a;""b"', 'select 2']],
  ['dollar quotes', 'do $$ begin; end; $$; select 2', ['do $$ begin; end; $$', 'select 2']],
  ['tagged dollar quotes', 'do $a$ $$;$$; $a$; select 2', ['do $a$ $$;$$; $a$', 'select 2']],
  ['a Japanese tag', 'do $本文$ ; $本文$; select 2', ['do $本文$ ; $本文$', 'select 2']],
  ['a parameter is no quote', 'prepare p as select $1; select $2', ['prepare p as select $1', 'select $2']],
  ['a dollar within a name', 'select a$b; select c$b', ['select a$b', 'select c$b']],
  [
    'atomic bodies',
    'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
    [
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
      'select 3',
    ],
  ],
  ['a transaction', 'begin; select 1; end;', ['begin', 'select 1', 'end']],
])('%s', (_, sql, expected) => {
  expect(statementsOf(sql)).toEqual(expected)
})
