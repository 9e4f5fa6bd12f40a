-- What is reported, for admins to look at: one report of a person by another, as it was last said.
create table public.reports (
  id text collate "C" generated always as (reporter_id::text || '|' || reported_id::text) stored primary key,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reported_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  body text not null,
  status text not null default 'open',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reports_status_known check (status in ('open', 'resolved', 'dismissed'))
);
create index reports_reporter_index on public.reports (reporter_id);
create index reports_reported_index on public.reports (reported_id, created_at desc);
create index reports_status_index on public.reports (status, updated_at);
alter table public.reports enable row level security;
grant select (id, reporter_id, reported_id, reason, body, created_at, updated_at) on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;
create policy "one reads one's own reports" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));
create trigger updated_at before update on public.reports
  for each row execute function private.set_updated_at();

create function private.follow_report() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.reports (reporter_id, reported_id, reason, body)
  values (new.user_id, new.other_id, new.report_reason, new.report_body)
  on conflict (id) do update set reason = excluded.reason, body = excluded.body, status = 'open';
  return null;
end
$$;
revoke all on function private.follow_report() from public;
create trigger report_insert after insert on public.relations
  for each row when (new.report_reason <> '') execute function private.follow_report();
create trigger report_update after update on public.relations
  for each row when (new.report_reason <> '' and old.reported_at <> new.reported_at) execute function private.follow_report();
