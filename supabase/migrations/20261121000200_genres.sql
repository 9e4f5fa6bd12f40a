-- Genres of the catalogue; the same list as src/domain/genres.ts (a test holds both equal).
create table public.genres (
  id text collate "C" primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 40),
  name text not null check (length(name) between 1 and 40),
  position smallint not null unique
);

alter table public.genres enable row level security;
grant select on public.genres to anon, authenticated;
grant select, insert, update, delete on public.genres to service_role;
create policy "everyone reads genres" on public.genres for select to anon, authenticated using (true);

insert into public.genres (id, name, position) values
  ('gaming', 'ゲーム', 1),
  ('vtuber', 'VTuber', 2),
  ('music', '音楽', 3),
  ('comedy', 'お笑い', 4),
  ('vlog', 'Vlog・日常', 5),
  ('cooking', '料理', 6),
  ('anime', 'アニメ', 7),
  ('film', '映画', 8),
  ('sports', 'スポーツ', 9),
  ('travel', '旅行', 10),
  ('animals', '動物', 11),
  ('science', '科学', 12),
  ('education', '教育', 13),
  ('english-learning', '英語学習', 14),
  ('programming', 'プログラミング', 15),
  ('tech', 'テクノロジー', 16),
  ('news', 'ニュース', 17);
