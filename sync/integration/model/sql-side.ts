import pg from 'pg'
import { type Act, asSent, CONNECTION, type Writing } from './acts.ts'
import {
  AGE_CHECKED,
  BEGINNING,
  birthDateOf,
  CONVERSATIONS,
  FAVORITE_LIMIT,
  MESSAGE_WINDOW,
  PEOPLE,
  VIDEOS,
} from './beginning.ts'
import type { OwnDatabase } from './database.ts'
import { deletedId, olderOf, type Performed, pulledFrom, type Side } from './side.ts'

/** Collections whose table has another name. */
const TABLES: Record<string, string> = { ratings: 'video_ratings' }
const text = (value: unknown): string => pg.escapeLiteral(String(value))
const json = (value: unknown): string => `${pg.escapeLiteral(JSON.stringify(value))}::jsonb`

/** The real functions, doing one schedule. */
export async function createSqlSide(database: OwnDatabase): Promise<Side> {
  await prepare(database.admin)
  const main = await database.connect()
  const slots = [await database.connect(), await database.connect()]
  const held = new Set<number>()
  let hasCopy = false

  /** Several statements as one message; answers the last row's `answer`. `end` ends the transaction that they began. */
  const run = async (
    client: pg.Client,
    statements: string[],
    end: 'commit' | 'stay open',
  ): Promise<Performed> => {
    const all = ['begin', ...statements, ...(end === 'commit' ? ['commit'] : [])]
    try {
      const results = [await client.query<{ answer?: unknown }>(all.join(';\n'))].flat()
      const rows = results.flatMap((result) => result.rows)
      const answer = rows.findLast((row) => row.answer !== undefined)?.answer
      return typeof answer === 'object' && answer !== null ? { ...answer } : {}
    } catch (error) {
      await client.query('rollback')
      if (error instanceof pg.DatabaseError && error.code !== undefined) return { refused: error.code }
      throw error
    }
  }
  const clock = (at: number): string => `select set_config('model.now_ms', '${at}', true)`
  const as = (person: string): string =>
    `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${text(JSON.stringify({ sub: person, role: 'authenticated' }))}, true)`

  const writingOf = (writing: Writing, seqs: Map<string, number>): string[] => {
    switch (writing.act) {
      case 'push':
        return [
          as(PEOPLE[writing.person] ?? ''),
          `select public.sync_push(${json(asSent(writing.batches, seqs))}) as answer`,
        ]
      case 'notify': {
        const { recipient, sender, type, priority, premiumOnly, group } = writing
        return [
          `select jsonb_build_object('made', private.create_notification(
            recipient => ${text(PEOPLE[recipient])}, type => ${text(type)}, title => 'title', message => '', priority => ${text(priority)},
            sender => ${sender === null ? 'null' : text(PEOPLE[sender])}, notification_group => ${group === null ? 'null' : text(group)},
            is_premium_only => ${premiumOnly})) as answer`,
        ]
      }
      case 'video': {
        const [[column, value] = []] = Object.entries(writing.change)
        return [
          `update public.videos set ${column ?? ''} = ${text(value)}, row_version = 0 where id = ${text(VIDEOS[writing.video]?.id)}`,
        ]
      }
      case 'profile':
        return [
          `update public.profiles set bio = ${text(writing.bio)}, row_version = 0 where id = ${text(PEOPLE[writing.person])}`,
        ]
      case 'connection':
        return [
          `insert into public.connections (id, user_id, connected_user_id, status)
           values (${text(CONNECTION.id)}, ${text(CONNECTION.user_id)}, ${text(CONNECTION.connected_user_id)}, ${text(writing.status)})
           on conflict (id) do update set status = excluded.status, row_version = 0`,
        ]
    }
  }

  const perform = async (
    act: Act,
    at: number,
    seqs: Map<string, number>,
    checkpoints: Parameters<typeof pulledFrom>[1],
  ): Promise<Performed> => {
    const service = (...statements: string[]): Promise<Performed> =>
      run(main, [clock(at), ...statements], 'commit')
    switch (act.act) {
      case 'pull': {
        const { person, asked } = pulledFrom(act, checkpoints)
        return service(as(person), `select public.sync_pull(${json(asked)}, ${act.limit}) as answer`)
      }
      case 'older': {
        const { person, conversation, before } = olderOf(act, seqs)
        return service(
          as(person),
          `select public.older_messages(${text(conversation)}, ${before}, ${act.limit}) as answer`,
        )
      }
      case 'block':
        if (act.person === act.other) return {}
        return service(
          as(PEOPLE[act.person] ?? ''),
          `insert into public.blocks (blocker_id, blocked_id) values (${text(PEOPLE[act.person])}, ${text(PEOPLE[act.other])}) on conflict do nothing`,
        )
      case 'unblock':
        return service(
          as(PEOPLE[act.person] ?? ''),
          `delete from public.blocks where blocked_id = ${text(PEOPLE[act.other])}`,
        )
      case 'close':
      case 'reopen':
        return service(
          `update public.conversations set is_active = ${act.act === 'reopen'}, row_version = 0 where id = ${text(CONVERSATIONS[act.conversation]?.id)}`,
        )
      case 'delete':
        return service(`delete from public.${act.what} where id = ${text(deletedId(act.what, act.which))}`)
      case 'premium':
        return service(
          `update public.profiles set is_premium = ${act.has}, row_version = 0 where id = ${text(PEOPLE[act.person])}`,
        )
      case 'publish':
        return service('select public.publish_video_aggregates()')
      case 'restart':
        return service(
          `select private.restart_collection(${text(act.collection)}, array[${text(PEOPLE[act.person])}]::uuid[])`,
        )
      case 'hold': {
        const client = slots[act.slot]
        if (client === undefined || held.has(act.slot)) return 'skipped'
        const answer = await run(
          client,
          [clock(at), ...writingOf(act.writing, seqs), 'reset role'],
          'stay open',
        )
        if (!('refused' in (answer as object))) held.add(act.slot)
        return answer
      }
      case 'release': {
        if (!held.delete(act.slot)) return 'skipped'
        await slots[act.slot]?.query(act.commit ? 'commit' : 'rollback')
        return {}
      }
      case 'copy':
        hasCopy = true
        return service(
          `select model.save('copy')`,
          `select setval('model.place', last_value, is_called) from private.message_seq`,
        )
      case 'restore':
        if (!hasCopy) return 'skipped'
        await letGo()
        return service(
          `select model.load('copy')`,
          `select setval('private.message_seq', last_value, is_called) from model.place`,
          `update public.sync_realm set last_version = 9000000000000000000`,
          'select private.notice_restored_copy()',
        )
      case 'push':
      case 'notify':
      case 'video':
      case 'profile':
      case 'connection':
        return service(...writingOf(act, seqs))
    }
  }

  const letGo = async (): Promise<void> => {
    for (const slot of held) await slots[slot]?.query('rollback')
    held.clear()
  }

  return {
    reset: async () => {
      await letGo()
      hasCopy = false
      await main.query(
        `select model.load('beginning'), setval('model.ids', 1, false), setval('private.message_seq', 1, false)`,
      )
    },
    perform,
  }
}

/** Is it a column that the database makes out of others, or that another table holds? */
const isMade = (name: string, column: string): boolean =>
  (['relations', 'videos'].includes(name) && column === 'id') ||
  (name === 'profiles' && ['birth_date', 'is_age_checked'].includes(column))

/** A clock that the test sets, ids that are counted, few favourites, and copies of all tables. */
async function prepare(admin: pg.Client): Promise<void> {
  await admin.query(`
    create schema model;
    grant usage on schema model to public;
    create sequence model.ids;
    create sequence model.place;
    create function model.next_id() returns uuid language sql volatile security definer
      return ('018e0000-0000-7000-8000-' || lpad(nextval('model.ids')::text, 12, '0'))::uuid;
    alter table public.notifications alter column id set default model.next_id();
    alter table public.conversations alter column id set default model.next_id();
    create or replace function private.now_ms() returns bigint language sql volatile set search_path = ''
      return coalesce(nullif(current_setting('model.now_ms', true), ''), '1')::bigint;
    create or replace function private.free_favorite_limit() returns integer language sql immutable set search_path = ''
      return ${FAVORITE_LIMIT};
    create or replace function private.message_window() returns integer language sql immutable set search_path = ''
      return ${MESSAGE_WINDOW};
    create schema beginning;
    create schema copy;
    create table model.tables as
      select relation.oid as relation, relation.relnamespace::regnamespace || '_' || relation.relname as name,
        (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
         where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class as relation
      where relkind in ('r', 'p') and not relispartition and (
        relation.oid in ('public.blocks'::regclass, 'public.sync_epochs'::regclass, 'public.sync_realm'::regclass, 'private.video_totals'::regclass,
          'realtime.messages'::regclass)
        or exists (select from pg_attribute where attrelid = relation.oid and attname = 'row_version' and not attisdropped)
      ) and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'realtime'::regnamespace);
    do $do$
    declare
      kept record;
    begin
      for kept in select * from model.tables loop
        execute format('create table beginning.%I as select %s from %s limit 0', kept.name, kept.columns, kept.relation::regclass);
        execute format('create table copy.%I as select %s from %s limit 0', kept.name, kept.columns, kept.relation::regclass);
      end loop;
    end
    $do$;
    create function model.save(into_schema text) returns void language plpgsql as $save$
    declare
      kept record;
    begin
      for kept in select * from model.tables loop
        execute format('delete from %I.%I', into_schema, kept.name);
        execute format('insert into %I.%I (%s) select %s from %s', into_schema, kept.name, kept.columns, kept.columns, kept.relation::regclass);
      end loop;
    end
    $save$;
    create function model.load(from_schema text) returns void language plpgsql as $load$
    declare
      kept record;
    begin
      set local session_replication_role = replica;
      for kept in select * from model.tables loop
        execute format('delete from %s', kept.relation::regclass);
        execute format('insert into %s (%s) select %s from %I.%I', kept.relation::regclass, kept.columns, kept.columns, from_schema, kept.name);
      end loop;
      set local session_replication_role = origin;
    end
    $load$;
  `)
  await admin.query('begin')
  await admin.query(
    `insert into auth.users (id, email) select person, person || '@model.test' from unnest($1::uuid[]) as person`,
    [PEOPLE],
  )
  for (const [index, person] of PEOPLE.entries())
    await admin.query('update public.profile_private set birth_date = $1 where user_id = $2', [
      birthDateOf(index),
      person,
    ])
  await admin.query(
    `insert into public.user_verification (user_id, verification_level, phone_verified, id_verified, phone_number, verification_provider, verification_id, verification_expiry, last_verified)
     select person, 3, true, true, '+81900000000' || place, 'firebase', 'model', now() + interval '1 year', now()
     from unnest($1::uuid[]) with ordinality as checked (person, place)`,
    [AGE_CHECKED.map((person) => PEOPLE[person])],
  )
  for (const [name, rows] of BEGINNING) {
    const table = TABLES[name] ?? name
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
      (column) => !isMade(name, column),
    )
    const keep = columns.map(
      (column) => `${pg.escapeIdentifier(column)} = excluded.${pg.escapeIdentifier(column)}`,
    )
    for (const row of rows) {
      const own = columns
        .filter((column) => column in row)
        .map((column) => pg.escapeIdentifier(column))
        .join(', ')
      await admin.query(
        `insert into public.${table} (${own}) select ${own} from jsonb_populate_record(null::public.${table}, $1)
         on conflict (id) do update set ${keep.join(', ')}`,
        [JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))],
      )
    }
  }
  // An account comes before its premium, so somebody's collection has begun anew already.
  await admin.query('delete from public.sync_epochs; delete from realtime.messages')
  await admin.query('commit')
  await admin.query(`select model.save('beginning')`)
}
