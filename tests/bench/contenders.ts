import pg from 'pg'
import type { Page } from 'playwright-core'
import { openWorld, type Person } from '../../sync/integration/world.ts'
import { type BrowserHost, openBrowserHost, type PageName } from './browser-host.ts'
import type { DexieBench } from './pages/dexie.ts'
import type { OurBench } from './pages/ours.tsx'
import type { RawBench } from './pages/raw.ts'
import type { RxdbBench } from './pages/rxdb-supabase.ts'
import type { Server } from './pages/server.ts'
import { openSlowLine, type SlowLine } from './slow-line.ts'

type Benches = { raw: RawBench; ours: OurBench; dexie: DexieBench; 'rxdb-supabase': RxdbBench }

/** Tables for the peers, whose clients need columns of their own; as open to their owner as PostgREST needs them. */
const PEER_TABLES = `
  create table if not exists public.bench_notifications (
    id uuid primary key, author uuid not null, title text not null, body text not null, recent_key text not null,
    _modified timestamptz not null default now(), _deleted boolean not null default false
  );
  create table if not exists public.bench_messages (
    id uuid primary key, author uuid not null, body text not null, sent_at bigint not null,
    _modified timestamptz not null default now(), _deleted boolean not null default false
  );
  create index if not exists bench_notifications_pulled on public.bench_notifications (author, _modified, id);
  create index if not exists bench_messages_pulled on public.bench_messages (author, _modified, id);
  alter table public.bench_notifications enable row level security;
  alter table public.bench_messages enable row level security;
  grant select, insert, update on public.bench_notifications, public.bench_messages to authenticated;
  drop policy if exists own on public.bench_notifications;
  drop policy if exists own on public.bench_messages;
  create policy own on public.bench_notifications to authenticated using (author = (select auth.uid()));
  create policy own on public.bench_messages to authenticated using (author = (select auth.uid()));
  notify pgrst, 'reload schema';`

/** The same number of the same notifications for the engine and for the peers. */
const FILL = [
  `insert into public.notifications (user_id, type, title, message, link, created_at)
   select $1, 'system', 'お知らせ ' || n, 'フォローしているチャンネルに新しい動画が届きました。' || n, '/video/' || n, now() - n * interval '1 minute'
   from generate_series(1, $2::int) n`,
  `insert into public.bench_notifications (id, author, title, body, recent_key)
   select gen_random_uuid(), $1, 'お知らせ ' || n, 'フォローしているチャンネルに新しい動画が届きました。' || n, lpad(n::text, 14, '0')
   from generate_series(1, $2::int) n`,
]

/** The engine, its yardsticks and its peers, each on a page of a real Chromium, before the embedded stack and a line of any latency. */
export type Contenders = {
  host: BrowserHost
  line: SlowLine
  world: ReturnType<typeof openWorld>
  serverOf: (person: Person) => Server
  /** Somebody with so many notifications. */
  personWith(notifications: number): Promise<Server>
  /** Runs `work` on a contender's page at the origin of `device`; a device that is not kept is forgotten afterwards. */
  on: <Name extends PageName, Argument, Answer>(
    name: Name,
    device: string,
    work: (bench: Benches[Name], argument: Argument) => Promise<Answer>,
    argument: Argument,
    options?: { keep?: boolean },
  ) => Promise<Answer>
  end(): Promise<void>
}

export async function gatherContenders(): Promise<Contenders> {
  const world = openWorld()
  const database = new pg.Client(world.stack.db)
  await database.connect()
  await database.query(PEER_TABLES)
  const [host, line] = await Promise.all([openBrowserHost(), openSlowLine(world.stack.api)])
  const serverOf = ({ userId, token }: Person): Server => ({
    api: line.url,
    key: world.stack.publishableKey,
    token,
    userId,
  })
  return {
    host,
    line,
    world,
    serverOf,
    personWith: async (notifications) => {
      const person = await world.person('bench')
      for (const sql of FILL) await database.query(sql, [person.userId, notifications])
      await database.query('analyze public.notifications')
      await database.query('analyze public.bench_notifications')
      return serverOf(person)
    },
    on: async (name, device, work, argument, { keep = false } = {}) => {
      const page = await host.open(name, device)
      try {
        // Only text reaches the page: `work` may use nothing but its arguments
        const script = `(${String(work)})(window.bench, ${JSON.stringify(argument)})`
        return await page.evaluate<Awaited<ReturnType<typeof work>>>(script)
      } finally {
        if (!keep) await forget(page)
        await page.close()
      }
    },
    end: async () => {
      await host.close()
      await line.close()
      await database.end()
      await world.end()
    },
  }
}

async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb',
  })
}
