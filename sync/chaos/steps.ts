import type { CollectionName } from '../collections/registry.ts'
import type { PlannedAnswer } from '../testing/server/push/row-answers.ts'
import type { NetworkFault } from './network.ts'
import type { PersonName } from './people.ts'

/** A named write, with what it is given. */
export type WriteCall =
  | { name: 'favoriteVideo' | 'unfavoriteVideo' | 'recordView' | 'deleteView'; id: string }
  | {
      name: 'rateVideo'
      id: string
      edit: { overall?: number; axes?: Record<string, number>; comment?: string }
    }
  | { name: 'deleteRating'; id: string }
  | { name: 'changeSetting'; setting: string; value: string | number }
  | { name: 'blockPerson' | 'unblockPerson'; id: string }
  | { name: 'sendMessage'; conversation: string; body: string }
  | { name: 'markConversationRead'; id: string }
  | { name: 'markNotificationRead' | 'deleteNotification'; id: string }
  | { name: 'markAllNotificationsRead' }

/** Something that an administrator, another service or the person elsewhere does on the server. */
export type ServerAct =
  | { act: 'notify'; person: PersonName; title: string }
  | { act: 'retitle'; video: string; title: string }
  | { act: 'hide_message'; index: number }
  | { act: 'block' | 'unblock'; blocker: PersonName; blocked: PersonName }
  | { act: 'delete_notification'; person: PersonName; index: number }
  | { act: 'premium'; person: PersonName; value: boolean }
  /** What changed of the averages is told to devices. */
  | { act: 'publish' }
  | { act: 'send'; conversation: string; body: string }

/** One act in the conversation that a tab shows. `leave`: shows another screen. */
export type TypingAct = { conversation: string } & (
  | { act: 'type'; text: string }
  | { act: 'press' | 'clear' | 'leave' | 'take' | 'drop' }
)

/** One process of a device: a tab, by its number. */
export type Tab = { device: string; tab: number }

/** One thing that happens. A schedule is a list of these, each after a pause; it can be written down, cut and run again. */
export type Step = { wait: number } & (
  | ({ do: 'open' | 'close' | 'focus' } & Tab)
  | ({ do: 'write'; write: WriteCall } & Tab)
  | ({ do: 'draft'; typing: TypingAct } & Tab)
  | ({ do: 'decide'; decision: 'retry' | 'discard' } & Tab)
  /** The browser lets it do nothing for so long, though it holds its locks. */
  | ({ do: 'freeze'; forMs: number } & Tab)
  | { do: 'worker'; device: string }
  /** `after` so many of its next steps. */
  | { do: 'kill'; device: string; tab: number | 'worker' | 'all'; after: number }
  | { do: 'fault'; device: string; fault: NetworkFault }
  | { do: 'offline' | 'online'; device: string; told: boolean }
  | { do: 'clock'; device: string; byMs: number }
  | { do: 'quota'; device: string; times: number }
  | { do: 'expire' | 'revoke'; person: PersonName }
  | { do: 'refuse'; device: string; collection: CollectionName; answers: PlannedAnswer[] }
  | { do: 'poke'; device: string; names: string[] }
  | { do: 'hold'; act: ServerAct; openMs: number; rollback: boolean }
  | { do: 'server'; act: ServerAct }
  | { do: 'server_restart' }
  | { do: 'snapshot' | 'restore' }
  /** `how`: what becomes of what waits. */
  | { do: 'sign_out'; device: string; how: 'send' | 'seal' | 'discard' }
  /** What is opened on it from now on runs the newer build of the app. */
  | { do: 'update'; device: string }
  | { do: 'sign_in'; device: string; person: PersonName }
)

export type DeviceStart = { name: string; person: PersonName; skewMs: number; build: 'older' | 'newer' }
/** Everything of a run: the chance of pauses on the way is drawn from the seed, all else is here. */
export type Schedule = { seed: string; devices: DeviceStart[]; steps: Step[] }
