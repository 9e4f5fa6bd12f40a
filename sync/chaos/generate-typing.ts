import { CONVERSATIONS, TYPED } from './people.ts'
import { pause, type Random } from './random.ts'
import type { DeviceStart, Step, TypingAct } from './steps.ts'

/** The share of schedules in which people type drafts. */
const TYPING = 0.4

/** Adds typing between the steps of some schedules. The other steps stay as they are. */
export function withTyping(random: Random, devices: DeviceStart[], steps: Step[]): Step[] {
  if (!random.chance(TYPING)) return steps
  let serial = 0
  return steps.flatMap((step, place) =>
    place < devices.length || random.chance(0.4)
      ? [step]
      : [step, ...makeTyping(random, devices[random.int(devices.length)]?.name ?? '', () => ++serial)],
  )
}

function makeTyping(random: Random, device: string, serial: () => number): Step[] {
  const conversation = random.chance(0.7) ? CONVERSATIONS[0].id : CONVERSATIONS[1].id
  const tab = random.chance(0.6) ? 0 : 1
  const step = (typing: TypingAct, wait = pause(random)): Step => ({ wait, do: 'draft', device, tab, typing })
  const type = (): Step => step({ conversation, act: 'type', text: `${TYPED} ${serial()}` })
  switch (random.int(10)) {
    case 0:
    case 1:
      return [type()]
    case 2:
    case 3:
    case 4:
      return [type(), step({ conversation, act: 'press' })]
    case 5:
      return [type(), step({ conversation, act: 'press' }, random.int(3)), type()]
    case 6:
      return [{ wait: pause(random), do: 'open', device, tab: 1 - tab }, type()]
    case 7:
      return [
        type(),
        {
          wait: random.int(2_000),
          do: 'kill',
          device,
          tab: random.chance(0.5) ? 'all' : tab,
          after: random.int(100),
        },
        { wait: pause(random), do: 'open', device, tab },
      ]
    default:
      return [
        step({
          conversation,
          act: random.pick(['press', 'clear', 'leave', 'leave', 'take', 'take', 'drop']),
        }),
      ]
  }
}
