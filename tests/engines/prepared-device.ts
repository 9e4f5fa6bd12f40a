import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeAcquaintance, type Person } from '../e2e/people.ts'
import { type Host, hostBuild } from '../support/builds.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'
import { launch } from './launch.ts'
import type { Device, Engine, Tab } from './port.ts'
import { newPerson, PHONE, signIn, waitForWorker } from './people.ts'
import { BrowserProcesses } from './processes.ts'

/** More than a phone shows at once. */
const FAVORITES = 30
const MESSAGES = 30

/** Begins every message that the person has received. */
export const MESSAGE = '届いた手紙 kanariya'

export type Opened = { device: Device; tab: Tab; processes: BrowserProcesses }

/** A person, and a profile in which they are signed in and have everything. */
export type Prepared = {
  /** Web and API behind lines of their own. */
  host: Host
  person: Person
  userId: string
  conversationId: string
  /** Opens a browser with a copy of the profile; closed at the end of the test. */
  open(): Promise<Opened>
  /** The same with a new profile. */
  openNew(): Promise<Opened>
  close(): Promise<void>
}

/** Once for all tests of a file: signing in and the first sync take longer than most journeys. */
export async function prepareDevice(stack: StackContext, engine: Engine): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-prepared-'))
  const profile = join(folder, 'profile')
  const host = await hostBuild(stack, 'dist')
  const person = newPerson('engine')
  const { userId, conversationId } = await makeAccount(stack, person)

  let copies = 0
  async function openWith(copy: string): Promise<Opened> {
    const device = await launch(engine, { ...PHONE, profile: copy })
    const processes = new BrowserProcesses(copy)
    onTestFinished(async () => {
      processes.wakeAll()
      await device.close()
    })
    return { device, tab: await device.newTab(), processes }
  }

  const device = await launch(engine, { ...PHONE, profile })
  await signIn(await device.newTab(), host.web, person)
  await device.restart()
  const tab = await device.newTab()
  await tab.go(`${host.web}/favorites`)
  await tab.waitFor('main li[data-sync="saved"] article')
  await tab.go(`${host.web}/messages/${conversationId}`)
  await tab.waitFor('li[data-message]')
  await waitForWorker(tab)
  await device.close()

  return {
    host,
    person,
    userId,
    conversationId,
    open: async () => {
      const copy = join(folder, `copy-${++copies}`)
      await cp(profile, copy, { recursive: true })
      return openWith(copy)
    },
    openNew: () => openWith(join(folder, `new-${++copies}`)),
    close: async () => {
      await host.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** An adult with favourites, and with a conversation that is longer than a phone. */
async function makeAccount(stack: StackContext, { email, password, username }: Person) {
  const signedUp = await anonymousClient(stack).auth.signUp({
    email,
    password,
    options: { data: { username } },
  })
  if (signedUp.error) throw signedUp.error
  const made = await makeAcquaintance(stack, { email, password, username })
  const client = serviceClient(stack)
  const videos = await client.from('videos').select('id').limit(FAVORITES)
  if (videos.error) throw videos.error
  const conversation = await client
    .from('conversations')
    .select('user1_id, user2_id')
    .eq('id', made.conversationId)
    .single()
  if (conversation.error) throw conversation.error
  const { user1_id, user2_id } = conversation.data
  const now = Date.now()
  const favorites = videos.data.map(({ id }, index) => ({
    user_id: made.userId,
    video_id: id,
    edited_at: now - index,
  }))
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    conversation_id: made.conversationId,
    sender_id: user1_id === made.userId ? user2_id : user1_id,
    recipient_id: made.userId,
    body: `${MESSAGE} ${index + 1}通目`,
    sent_at: now + index,
  }))
  for (const { error } of [
    await client.from('favorites').insert(favorites),
    await client.from('messages').insert(messages),
  ])
    if (error) throw error
  return made
}
