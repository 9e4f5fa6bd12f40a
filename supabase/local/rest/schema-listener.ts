import { Client, type Pool } from 'pg'

const CHANNEL = 'pgrst'
const RECONNECT_AFTER_MS = 1000

/**
 * Listens for `notify pgrst`, with which migrations announce a new schema, on a connection of its own. After a lost
 * connection it listens again and reports a change, since one may have been missed.
 */
export class SchemaListener {
  readonly #pool: Pool
  readonly #onChange: () => void
  #client: Client | null = null
  #retry: NodeJS.Timeout | null = null
  #closed = false

  constructor(pool: Pool, onChange: () => void) {
    this.#pool = pool
    this.#onChange = onChange
  }

  async start(): Promise<void> {
    const client = new Client(this.#pool.options)
    this.#client = client
    client.on('notification', ({ payload }) => {
      if (payload !== 'reload config') this.#onChange()
    })
    client.on('error', () => this.#restartLater(client))
    client.on('end', () => this.#restartLater(client))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#retry !== null) clearTimeout(this.#retry)
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  #restartLater(lost: Client): void {
    if (this.#closed || this.#client !== lost) return
    this.#client = null
    this.#retry = setTimeout(() => void this.#restart(), RECONNECT_AFTER_MS)
    this.#retry.unref()
  }

  async #restart(): Promise<void> {
    try {
      await this.start()
      this.#onChange()
    } catch {
      const failed = this.#client
      if (failed !== null) this.#restartLater(failed)
    }
  }
}
