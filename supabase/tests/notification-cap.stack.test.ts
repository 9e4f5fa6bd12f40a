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
  const tell = async (connection: Connection, count: number, priority: string): Promise<unknown[]> => {
    const made: unknown[] = []
    for (let turn = 0; turn < count; turn++)
      made.push(
        await connection.value(`select public.create_notification($1, 'system', 'title', 'message', $2)`, [
          person,
          priority,
        ]),
      )
    return made.filter((id) => id !== null)
  }
  const ordinary = await Promise.all(connections.map((connection) => tell(connection, 5, 'medium')))
  const urgent = await Promise.all(connections.map((connection) => tell(connection, 1, 'high')))
  expect(ordinary.flat()).toHaveLength(5)
  expect(urgent.flat()).toHaveLength(10)
})
