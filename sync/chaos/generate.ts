import { AXES } from '#domain/rating.ts'
import type { SyncRefusal } from '#domain/errors.ts'
import type { PlannedAnswer } from '../testing/server/push/row-answers.ts'
import type { NetworkFault } from './network.ts'
import {
  CONVERSATIONS,
  FIRST_NOTIFICATIONS,
  NO_VIDEO,
  PERSON_NAMES,
  type PersonName,
  PEOPLE,
  VIDEOS,
} from './people.ts'
import { withTyping } from './generate-typing.ts'
import { createRandom, pause, type Random } from './random.ts'
import type { DeviceStart, Schedule, ServerAct, Step, WriteCall } from './steps.ts'

const HOUR_MS = 3_600_000

/** A schedule that depends on the seed alone. */
export function generateSchedule(seed: string): Schedule {
  const random = createRandom(`schedule ${seed}`)
  const devices = chooseDevices(random)
  const mood = chooseMood(random)
  const steps: Step[] = devices.map(({ name, person }) => ({
    wait: random.int(50),
    do: 'sign_in',
    device: name,
    person,
  }))
  steps.push({ wait: random.chance(0.7) ? 1500 : 20, do: 'focus', device: devices[0]?.name ?? '', tab: 0 })
  const length = 15 + random.int(45)
  let serial = 0
  while (steps.length < length) steps.push(...makeSteps(random, mood, devices, () => ++serial))
  return { seed, devices, steps: withTyping(createRandom(`typing ${seed}`), devices, steps) }
}

function chooseDevices(random: Random): DeviceStart[] {
  const skew = (): number => {
    if (random.chance(0.6)) return Math.round(random.between(-2_000, 2_000))
    return Math.round(random.pick([-48, -3, 3, 48]) * HOUR_MS * random.between(0.5, 1))
  }
  const start = (name: string, person: PersonName): DeviceStart => ({
    name,
    person,
    skewMs: skew(),
    build: random.chance(0.25) ? 'older' : 'newer',
  })
  const second = random.pick(PERSON_NAMES)
  const devices = [
    start('phone', 'anna'),
    start('laptop', 'anna'),
    start('other', second === 'anna' ? 'ben' : second),
  ]
  if (random.chance(0.25)) devices.push(start('fourth', random.pick(PERSON_NAMES)))
  return devices
}

/** How likely each kind of step is in this schedule; every run leans to something, so that faults meet each other. */
type Mood = Record<Kind, number>
const KINDS = {
  write: 22,
  burst: 3,
  network: 7,
  offline: 3,
  poke: 2,
  focus: 2,
  tab: 4,
  worker: 2,
  kill: 4,
  freeze: 1.5,
  clock: 1,
  quota: 1,
  token: 1.5,
  refuse: 2.5,
  decide: 2,
  server: 4,
  hold: 3,
  block: 1,
  restart: 0.7,
  restore: 1,
  account: 1,
  update: 1,
}
type Kind = keyof typeof KINDS

function chooseMood(random: Random): Mood {
  const entries = Object.entries(KINDS).map(([kind, weight]) => {
    const lean = random.pick([0, 0.5, 1, 1, 1, 3])
    return [kind, kind === 'write' ? weight : weight * lean]
  })
  return Object.fromEntries(entries) as Mood
}

function chooseKind(random: Random, mood: Mood): Kind {
  const total = Object.values(mood).reduce((sum, weight) => sum + weight, 0)
  let left = random.next() * total
  for (const [kind, weight] of Object.entries(mood)) {
    left -= weight
    if (left < 0) return kind as Kind
  }
  return 'write'
}

function makeSteps(random: Random, mood: Mood, devices: DeviceStart[], serial: () => number): Step[] {
  const device = devices[random.int(devices.length)]?.name ?? ''
  const tab = random.chance(0.75) ? 0 : 1
  const wait = pause(random)
  const person = random.pick(PERSON_NAMES)
  switch (chooseKind(random, mood)) {
    case 'write':
      return [{ wait, do: 'write', device, tab, write: makeWrite(random, serial) }]
    case 'burst':
      return Array.from({ length: 2 + random.int(5) }, (_, place): Step => {
        const write = makeWrite(random, serial)
        return { wait: place === 0 ? wait : random.int(3), do: 'write', device, tab, write }
      })
    case 'network':
      return Array.from({ length: random.chance(0.3) ? 3 : 1 }, (): Step => ({
        wait,
        do: 'fault',
        device,
        fault: makeFault(random),
      }))
    case 'offline':
      return [
        { wait, do: 'offline', device, told: random.chance(0.7) },
        { wait, do: 'write', device, tab: 0, write: makeWrite(random, serial) },
        { wait: pause(random), do: 'online', device, told: random.chance(0.8) },
      ]
    case 'poke':
      return [
        { wait, do: 'poke', device, names: ['favorites', 'ratings', 'messages', 'notifications', 'no_such'] },
      ]
    case 'focus':
      return [{ wait, do: 'focus', device, tab }]
    case 'tab':
      return [{ wait, do: random.chance(0.65) ? 'open' : 'close', device, tab: random.chance(0.4) ? 0 : 1 }]
    case 'worker':
      return [{ wait, do: 'worker', device }]
    case 'kill': {
      const who = random.pick([0, 0, 1, 'worker', 'all'] as const)
      const killed: Step = {
        wait,
        do: 'kill',
        device,
        tab: who,
        after: random.chance(0.3) ? 0 : random.int(250),
      }
      return random.chance(0.6)
        ? [killed, { wait: pause(random), do: 'open', device, tab: random.int(2) }]
        : [killed]
    }
    case 'freeze':
      return [{ wait, do: 'freeze', device, tab, forMs: Math.round(random.between(500, 20_000)) }]
    case 'clock':
      return [{ wait, do: 'clock', device, byMs: Math.round(random.between(-48, 48) * HOUR_MS) }]
    case 'quota':
      return [{ wait, do: 'quota', device, times: 1 + random.int(4) }]
    case 'token':
      return [{ wait, do: random.chance(0.75) ? 'expire' : 'revoke', person }]
    case 'refuse':
      return [{ wait, do: 'refuse', device, ...makeRefusal(random) }]
    case 'decide':
      return [{ wait, do: 'decide', device, tab, decision: random.chance(0.5) ? 'retry' : 'discard' }]
    case 'server':
      return [{ wait, do: 'server', act: makeServerAct(random, serial) }]
    case 'hold': {
      const openMs = Math.round(random.between(20, random.chance(0.2) ? 20_000 : 800))
      return [{ wait, do: 'hold', act: makeServerAct(random, serial), openMs, rollback: random.chance(0.2) }]
    }
    case 'block': {
      const pair = random.pick([
        { blocker: 'anna', blocked: 'ben' },
        { blocker: 'ben', blocked: 'anna' },
        { blocker: 'cara', blocked: 'anna' },
      ])
      return [{ wait, do: 'server', act: { act: random.chance(0.6) ? 'block' : 'unblock', ...pair } }]
    }
    case 'restart':
      return [{ wait, do: 'server_restart' }]
    case 'restore':
      return [{ wait, do: random.chance(0.5) ? 'snapshot' : 'restore' }]
    case 'account':
      return changeAccounts(random, device, serial)
    case 'update': {
      const older = devices.filter(({ build }) => build === 'older')
      const updated = older[random.int(older.length)]?.name ?? device
      const write = (): Step => ({
        wait: random.int(200),
        do: 'write',
        device: updated,
        tab: 0,
        write: makeWrite(random, serial),
      })
      return [
        { wait, do: 'update', device: updated },
        { wait: pause(random), do: 'open', device: updated, tab: 1 },
        { ...write(), wait: pause(random) },
        ...(random.chance(0.5) ? [write()] : []),
        { wait: random.int(300), do: random.chance(0.5) ? 'close' : 'focus', device: updated, tab: 0 },
      ]
    }
  }
}

/** Somebody leaves a device, often with something that could not be sent, sometimes dying on the way, and somebody comes. */
function changeAccounts(random: Random, device: string, serial: () => number): Step[] {
  const write = (): Step => ({
    wait: random.int(100),
    do: 'write',
    device,
    tab: 0,
    write: makeWrite(random, serial),
  })
  const isOffline = random.chance(0.4)
  const dies = random.chance(0.3)
  const offline: Step[] = [{ wait: pause(random), do: 'offline', device, told: random.chance(0.5) }]
  const death: Step[] = [
    { wait: 0, do: 'kill', device, tab: random.chance(0.7) ? 0 : 'all', after: random.int(300) },
    { wait: 200 + pause(random), do: 'open', device, tab: random.int(2) },
  ]
  const asleep: Step[] = [
    { wait: pause(random), do: 'open', device, tab: 1 },
    { wait: pause(random), do: 'freeze', device, tab: 1, forMs: Math.round(random.between(500, 20_000)) },
  ]
  return [
    ...(random.chance(0.2) ? asleep : []),
    ...(isOffline ? offline : []),
    ...Array.from({ length: random.int(4) }, write),
    {
      wait: random.int(300),
      do: 'sign_out',
      device,
      how: random.pick(['send', 'seal', 'seal', 'discard']),
    },
    ...(dies ? death : []),
    {
      wait: 1000 + pause(random),
      do: 'sign_in',
      device,
      person: random.chance(0.5) ? 'anna' : random.pick(PERSON_NAMES),
    },
    ...(isOffline ? [{ wait: pause(random), do: 'online', device, told: true } as const] : []),
  ]
}

function makeWrite(random: Random, serial: () => number): WriteCall {
  const video = random.chance(0.04) ? NO_VIDEO : random.pick(VIDEOS)
  const notification = random.pick(FIRST_NOTIFICATIONS).id
  const conversation = random.pick(CONVERSATIONS).id
  switch (random.int(15)) {
    case 0:
    case 1:
      return { name: 'favoriteVideo', id: video.id }
    case 2:
      return { name: 'unfavoriteVideo', id: video.id }
    case 3:
    case 4: {
      const axis = random.pick(AXES)
      return {
        name: 'rateVideo',
        id: video.youtube_id,
        edit: { overall: random.pick([1, 2.5, 5]), axes: { [axis]: random.pick([1, 3, 4.5]) } },
      }
    }
    case 5:
      return { name: 'rateVideo', id: video.youtube_id, edit: { overall: 3, comment: `感想 ${serial()}` } }
    case 6:
      return { name: 'deleteRating', id: video.youtube_id }
    case 7:
      return { name: random.chance(0.8) ? 'recordView' : 'deleteView', id: video.id }
    case 8:
      return { name: 'changeSetting', setting: random.pick(['theme', 'presence']), value: serial() }
    case 9:
      return { name: 'markConversationRead', id: conversation }
    case 10:
      return { name: random.chance(0.6) ? 'markNotificationRead' : 'deleteNotification', id: notification }
    case 11:
      return { name: 'markAllNotificationsRead' }
    case 12:
      // Of a person who is gone from one's devices little is left to do: mostly a block is short
      return {
        name: random.chance(0.4) ? 'blockPerson' : 'unblockPerson',
        id: PEOPLE[random.pick(PERSON_NAMES)],
      }
    default:
      return { name: 'sendMessage', conversation, body: `言葉 ${serial()}` }
  }
}

function makeFault(random: Random): NetworkFault {
  switch (random.int(12)) {
    case 0:
      return { kind: 'refused_connection' }
    case 1:
    case 2:
    case 3:
      return { kind: 'reply_lost' }
    case 4:
      return { kind: 'captive_portal' }
    case 5:
      return { kind: 'stalled' }
    case 6:
      return { kind: 'reset' }
    case 7:
      return { kind: 'status', status: random.pick([500, 503]) }
    case 8:
      return { kind: 'status', status: random.pick([429, 503]), retryAfter: String(random.int(8)) }
    case 9:
      return { kind: 'status', status: random.pick([400, 413, 403]) }
    default:
      return {
        kind: 'slow',
        thereMs: random.int(random.chance(0.2) ? 20_000 : 600),
        backMs: random.int(2_000),
      }
  }
}

const REFUSABLE = [
  'favorites',
  'ratings',
  'messages',
  'history',
  'settings',
  'relations',
  'notification_reads',
  'conversations',
] as const
const FINAL: readonly SyncRefusal[] = ['favorite_limit', 'too_long', 'invalid', 'blocked', 'not_found']

function makeRefusal(random: Random): { collection: (typeof REFUSABLE)[number]; answers: PlannedAnswer[] } {
  const collection = random.pick(REFUSABLE)
  if (random.chance(0.5)) return { collection, answers: [FINAL[random.int(FINAL.length)] ?? 'invalid'] }
  const answer = random.pick(['rate_limited', 'server_error', 'later'] as const)
  return { collection, answers: Array.from({ length: 1 + random.int(4) }, () => answer) }
}

function makeServerAct(random: Random, serial: () => number): ServerAct {
  const person: PersonName = random.pick(PERSON_NAMES)
  switch (random.int(8)) {
    case 0:
    case 1:
      return { act: 'notify', person, title: `お知らせ ${serial()}` }
    case 2:
      return { act: 'retitle', video: random.pick(VIDEOS).id, title: `題 ${serial()}` }
    case 3:
      return { act: 'hide_message', index: random.int(20) }
    case 4:
      return { act: 'delete_notification', person, index: random.int(5) }
    case 6:
      return { act: 'publish' }
    case 5:
      return { act: 'premium', person, value: random.chance(0.5) }
    default:
      return { act: 'send', conversation: random.pick(CONVERSATIONS).id, body: `返事 ${serial()}` }
  }
}
