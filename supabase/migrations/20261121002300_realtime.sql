-- Who hears what on Realtime: a signed-in person their own channel `user:<id>`, where only the database speaks.
create policy "one hears one's own pokes" on realtime.messages
  for select to authenticated
  using (
    realtime.messages.extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
  );
