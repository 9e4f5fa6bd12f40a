import { afterAll, expect, test } from 'vitest'
import { Connection } from './database.ts'

const opened: Connection[] = []
afterAll(() => Promise.all(opened.map((connection) => connection.close())))
const connect = async (): Promise<Connection> => {
  const connection = await Connection.open()
  opened.push(connection)
  return connection
}

test('a day has no more notifications than its number, however many come at the same moment', async () => {
  const one = await connect()
  const person = await one.createPerson()
  await one.rows(
    'insert into public.notification_preferences (user_id, max_notifications_per_day) values ($1, 5)',
    [person],
  )
  const connections = await Promise.all(Array.from({ length: 10 }, connect))
  const tell = (priority: string) =>
    Promise.all(
      connections.map(async (connection) => {
        for (let turn = 0; turn < 5; turn++)
          await connection.value(`select public.create_notification($1, 'system', 'title', '', $2)`, [
            person,
            priority,
          ])
      }),
    )
  await tell('medium')
  await tell('high')
  const told = await one.rows(
    'select priority, count(*)::int from public.notifications where user_id = $1 group by 1 order by 1',
    [person],
  )
  expect(told).toEqual([
    { priority: 'high', count: 50 },
    { priority: 'medium', count: 5 },
  ])
})
