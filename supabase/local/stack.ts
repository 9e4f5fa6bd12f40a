import { join, resolve } from 'node:path'
import pg from 'pg'
import { readConfig, type Config } from './config.ts'
import { openDataFolder, type DataFolder } from './data-folder/data-folder.ts'
import { selectFirebase } from './firebase/selection.ts'
import { openGateway } from './gateway/gateway.ts'
import { createKeys, type Keys } from './gateway/keys.ts'
import { pageAddress } from './gateway/local-secrets.ts'
import { migrate } from './migrations/migrate.ts'
import { openPushKeys } from './push/push-keys.ts'
import { seed } from './migrations/seed.ts'
import { damaged } from './postgres/complaints.ts'
import { startCluster, type Cluster } from './postgres/cluster.ts'
import { installSystem } from './postgres/system.ts'
import { openServices } from './services.ts'
import { selectStripe } from './stripe/selection.ts'
import { startTimer } from './timer/timer.ts'
import { openWeb, type Environment } from './web/web.ts'
import { selectTurnstile } from './turnstile/selection.ts'
import { selectYoutube } from './youtube/selection.ts'
import { ensureSeed } from '../seed/write-seed.ts'

const SUPABASE = resolve(import.meta.dirname, '..')
const DIST = resolve(SUPABASE, '..', 'dist')

export type StackOptions = {
  dataDir: string
  /** 0 takes a free port. */
  apiPort: number
  webPort: number
  /** Forgets what the data folder held. */
  fresh?: boolean
  /** Runs the seed on a database that never had one; true unless told otherwise. */
  seed?: boolean
  /** Serves the production build on `webPort`; true unless told otherwise. */
  serveWeb?: boolean
  /** Overrides `[auth.email] enable_confirmations`. */
  emailConfirmations?: boolean
  /** Overrides `[auth.captcha] enabled`. */
  captcha?: boolean
  /** Names of the timetable (private.scheduled_work) whose edge functions are not called; none unless told otherwise. */
  leftUncalled?: readonly ('refresh_videos' | 'send_pushes')[]
  /** Gives the start up. */
  signal?: AbortSignal
  log?: (line: string) => void
}

/** The content of `stack.json`. */
export type Addresses = {
  web: string
  api: string
  publishableKey: string
  serviceKey: string
  db: string
  mail: string
  sms: string
  stripe: string | null
}

export type Stack = {
  addresses: Addresses
  keys: Keys
  environment: Environment
  /** Resolves when the database ended by itself; the stack is of no use then. */
  crashed: Promise<void>
  /** Ends everything; what was acknowledged is on the disk. Calling it again waits for the same end. */
  stop(): Promise<void>
}

/** Brings the whole stack up; resolves once everything answers. What was begun is undone when any part fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const log = options.log ?? ((line) => console.error(line))
  const undo: (() => Promise<void> | void)[] = []
  /** Last begun, first ended; a part that fails to end does not keep the others up. */
  const stop = async (): Promise<void> => {
    for (let end = undo.pop(); end; end = undo.pop()) {
      await Promise.resolve(end()).catch((error: unknown) => log(`stopping: ${String(error)}`))
    }
  }
  try {
    const stack = await bringUp(options, log, (end) => undo.push(end))
    let stopped: Promise<void> | undefined
    return { ...stack, stop: () => (stopped ??= stop()) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function bringUp(
  options: StackOptions,
  log: (line: string) => void,
  onStop: (end: () => Promise<void> | void) => void,
): Promise<Omit<Stack, 'stop'>> {
  const config = await readConfig(SUPABASE)
  const folder = await openDataFolder(options.dataDir, { fresh: options.fresh ?? false })
  onStop(() => folder.release())
  options.signal?.throwIfAborted()
  const gateway = await openGateway(options.apiPort, log)
  onStop(() => gateway.close())
  const web = options.serveWeb === false ? undefined : await openWeb(options.webPort, DIST, log)
  if (web) onStop(() => web.close())
  const cluster = await startCluster({
    folder: folder.postgres,
    logFile: folder.postgresLog,
    password: folder.secrets.databasePassword,
    signal: options.signal,
  })
  onStop(() => cluster.stop())
  options.signal?.throwIfAborted()
  // A seed takes seconds; who asks to stop does not wait for it. Nothing of an unfinished one stays.
  const giveUp = (): void => void cluster.stop()
  options.signal?.addEventListener('abort', giveUp, { once: true })
  await prepareDatabase(cluster, folder, config, options)
  options.signal?.removeEventListener('abort', giveUp)
  options.signal?.throwIfAborted()

  const keys = await createKeys(folder.secrets)
  const api = `http://localhost:${gateway.port}`
  const stripe = selectStripe(process.env, api, keys.secretKey)
  const addresses: Addresses = {
    web: `http://localhost:${web?.port ?? options.webPort}`,
    api,
    publishableKey: keys.publishableKey,
    serviceKey: keys.secretKey,
    db: cluster.url('postgres'),
    mail: pageAddress(api, 'mail', keys.secretKey),
    sms: pageAddress(api, 'sms', keys.secretKey),
    stripe: stripe.standIn?.url ?? null,
  }
  const pool = (role: 'supabase_admin' | 'authenticator', max: number): pg.Pool => {
    const made = new pg.Pool({ connectionString: cluster.url(role), max })
    // A connection that dies idle is replaced; without a listener it would end the process.
    let ending = false
    made.on('error', (error) => ending || log(`database connection: ${error.message}`))
    onStop(() => {
      ending = true
      return made.end()
    })
    return made
  }
  const adminPool = pool('supabase_admin', 6)
  const firebase = selectFirebase(process.env, addresses.api)
  const needsCaptcha = options.captcha ?? config.auth.captcha?.enabled ?? false
  const turnstile = selectTurnstile(process.env, needsCaptcha, addresses.api)
  const pushKeys = await openPushKeys(folder.pushKeys, process.env)
  const services = await openServices({
    adminPool,
    authenticatorPool: pool('authenticator', 10),
    adminUrl: cluster.url('supabase_admin'),
    databaseUrl: addresses.db,
    keys,
    config,
    apiUrl: addresses.api,
    siteUrl: addresses.web,
    functionsFolder: join(SUPABASE, 'functions'),
    storageFolder: folder.storage,
    emailConfirmations: options.emailConfirmations ?? config.auth.email.enable_confirmations,
    firebase,
    stripe,
    turnstile,
    pushKeys,
    youtube: selectYoutube(process.env, addresses.api, keys.secretKey),
    log,
  })
  onStop(() => services.close())
  const timer = startTimer(adminPool, {
    call: ({ functionName, body }) => callFunction(api, keys, functionName, body),
    leftOut: options.leftUncalled ?? [],
    log,
  })
  onStop(() => timer.stop())

  const environment = {
    apiUrl: addresses.api,
    publishableKey: keys.publishableKey,
    thumbnailBase: '/thumbnails',
    firebase: firebase.web,
    stripe: stripe.web,
    ...(turnstile && { turnstile: turnstile.web }),
    vapidPublicKey: pushKeys.publicKey,
  }
  gateway.serve(services.routes, keys)
  web?.serve(environment)
  onStop(() => folder.announce(null))
  await folder.announce(addresses)
  return { addresses, keys, environment, crashed: cluster.crashed }
}

async function callFunction(api: string, keys: Keys, name: string, body: unknown): Promise<void> {
  const answer = await fetch(`${api}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: keys.secretKey },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}

async function prepareDatabase(
  cluster: Cluster,
  folder: DataFolder,
  config: Config,
  options: StackOptions,
): Promise<void> {
  const admin = await connect(cluster.url('supabase_admin'), folder)
  try {
    await installSystem(admin, folder.secrets.databasePassword)
  } finally {
    await admin.end()
  }
  const owner = await connect(cluster.url('postgres'), folder)
  try {
    await migrate(owner, join(SUPABASE, 'migrations'))
    if (options.seed !== false && config.db.seed.enabled) {
      await ensureSeed()
      await seed(owner, SUPABASE, config.db.seed.sql_paths)
    }
  } finally {
    await owner.end()
  }
}

/** PostgreSQL may be up and yet unable to let anybody in. */
async function connect(url: string, folder: DataFolder): Promise<pg.Client> {
  const client = new pg.Client(url)
  // When the connection breaks, the query under way tells.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw damaged(folder.postgres, `${error.message}.`)
    throw error
  }
}
