import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Policies for topics that begin with a prefix of the test's own; they go with `drop`. */
export async function makePolicies(
  databaseUrl: string,
  rules: readonly { verb: 'select' | 'insert'; rule: (topic: string) => string }[],
): Promise<{ prefix: string; drop(): Promise<void> }> {
  const prefix = `test-${randomUUID()}`
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  const names = rules.map((_, index) => `${prefix}-${index}`)
  for (const [index, { verb, rule }] of rules.entries()) {
    const condition = `realtime.topic() like '${prefix}:%' and (${rule(`substr(realtime.topic(), ${prefix.length + 2})`)})`
    await owner.query(
      `create policy "${names[index]}" on realtime.messages for ${verb} to authenticated
       ${verb === 'select' ? 'using' : 'with check'} (${condition})`,
    )
  }
  return {
    prefix,
    async drop() {
      for (const name of names) await owner.query(`drop policy "${name}" on realtime.messages`)
      await owner.end()
    },
  }
}
