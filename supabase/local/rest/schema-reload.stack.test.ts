import { afterAll, beforeAll, expect, it } from 'vitest'
import { service } from './testing/callers.ts'
import { createFixture, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
const t = (name: string): string => fixture.name(name)

beforeAll(async () => {
  fixture = await createFixture('reload')
})
afterAll(() => fixture.drop())

it('sees a new table, column and relationship once they are announced', async () => {
  const before = await service().from(t('shelves')).select()
  expect(before.error).toMatchObject({ code: 'PGRST205' })
  await fixture.db.query(`
    create table public.${t('shelves')} (id integer primary key, genre_id text references public.${t('genres')} (id));
    alter table public.${t('shelves')} enable row level security;
    create index on public.${t('shelves')} (genre_id);
    grant select on public.${t('shelves')} to service_role;
    insert into public.${t('shelves')} values (1, 'jazz')`)
  await fixture.announce()
  const { data } = await service()
    .from(t('shelves'))
    .select(`id, ${t('genres')}(name)`)
  expect(data).toEqual([{ id: 1, [t('genres')]: { name: 'ジャズ' } }])
})

it('outlives a connection that breaks in the midst of a request', async () => {
  const slow = service()
    .rpc(t('sleep'), { seconds: 20 })
    .then((answer) => answer)
  const asleep = `select pid from pg_stat_activity where wait_event = 'PgSleep' and query like '%${t('sleep')}%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await fixture.db.query(asleep)).rowCount, { timeout: 10_000 }).toBe(1)
  await fixture.db.query(`select pg_terminate_backend(pid) from (${asleep}) s`)
  const { error, status } = await slow
  expect({ status, code: error?.code }).toEqual({ status: 503, code: '57P01' })
  expect((await service().rpc(t('numbers'))).data).toEqual([1, 2, 3])
})

it('keeps listening after its connection was lost', async () => {
  const { rows } = await fixture.db.query(
    `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity where query = 'listen pgrst'`,
  )
  expect(rows[0]?.ended).toBeGreaterThan(0)
  await fixture.db.query(
    `create table public.${t('boxes')} (id integer primary key); alter table public.${t('boxes')} enable row level security;
     grant select on public.${t('boxes')} to service_role`,
  )
  // Announced while nobody listens: the listener looks again when it is back.
  await expect
    .poll(async () => (await service().from(t('boxes')).select()).error, { timeout: 20_000 })
    .toBeNull()
  await fixture.announce()
})
