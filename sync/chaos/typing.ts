import type { Composer } from './app-drafts.ts'
import type { Running, SimDevice } from './device.ts'
import { count, type Simulation } from './simulation.ts'
import type { TypingAct } from './steps.ts'
import { isDelivered } from './oracles/drafts.ts'

/** A text typed into a conversation. */
export type Typed = {
  device: string
  userId: string
  text: string
  process: string
  /** ms since the start. */
  at: number
  /** The person replaced, cleared or discarded it. */
  isGivenUp: boolean
  /** The person copied it into another tab, so it may be sent twice. */
  isCopied: boolean
}

/** Performs one act in the conversation that the tab shows. */
export function performTyping(
  simulation: Simulation,
  device: SimDevice,
  running: Running,
  act: TypingAct,
): void {
  const composer = composerOf(running, act.conversation)
  if (composer === undefined) return
  count(simulation, `draft: ${act.act}`)
  switch (act.act) {
    case 'type':
      giveUpShown(simulation, composer)
      simulation.typed.set(act.text, typedNow(simulation, device, running, act))
      return composer.type(act.text)
    case 'clear':
      giveUpShown(simulation, composer)
      return composer.type(null)
    case 'press':
      return press(simulation, running, composer)
    case 'leave':
      return closeComposer(running)
    case 'take':
    case 'drop': {
      const [version] = composer.offered()
      const typed = version && simulation.typed.get(version.text)
      if (version === undefined || typed === undefined) return
      if (act.act === 'take') typed.isCopied = true
      else typed.isGivenUp = true
      return composer[act.act](version)
    }
  }
}

const typedNow = (
  { kernel }: Simulation,
  device: SimDevice,
  running: Running,
  { text }: Extract<TypingAct, { act: 'type' }>,
): Typed => ({
  device: device.name,
  userId: running.page?.store.userId ?? '',
  text,
  process: running.process.name,
  at: kernel.now(),
  isGivenUp: false,
  isCopied: false,
})

function giveUpShown(simulation: Simulation, composer: Composer): void {
  const typed = simulation.typed.get(composer.text() ?? '')
  if (typed !== undefined) typed.isGivenUp = true
}

function press(simulation: Simulation, running: Running, composer: Composer): void {
  const { witness } = simulation
  const seen = composer.text()
  let hasLeft = false
  const leaving = (text: string): void => {
    hasLeft = true
    if (text !== seen)
      witness.complaints.push(`${running.process.name} sent ${text}, where ${String(seen)} was seen`)
  }
  composer.send(leaving).then(
    () => {
      if (!hasLeft || seen === null) return
      count(simulation, 'draft: sent')
      if (!isDelivered(simulation, seen))
        witness.complaints.push(`${running.process.name} sent ${seen} without storing it`)
    },
    () => count(simulation, 'draft: not sent'),
  )
}

/** Answers the composer of the conversation, and closes that of another. */
function composerOf(running: Running, conversation: string): Composer | undefined {
  const { page, shown, app } = running
  if (page === undefined) return undefined
  if (shown?.page === page && shown.conversation === conversation) return shown.composer
  closeComposer(running)
  const composer = app.openComposer(page.store, conversation)
  running.shown = { page, conversation, composer }
  return composer
}

export function closeComposer(running: Running): void {
  running.shown?.composer.close()
  running.shown = undefined
}

/** Complains where a field shows text that another living tab typed, unless the person copied it. */
export function checkFieldsAreOwn({ typed, witness }: Simulation, device: SimDevice): void {
  for (const { process, shown } of device.running) {
    const text = shown?.composer.text() ?? ''
    const author = typed.get(text)
    if (author === undefined || author.isCopied || author.process === process.name) continue
    if (device.running.some((other) => other.process.name === author.process))
      witness.complaints.push(`${process.name} shows ${text}, which ${author.process} is typing`)
  }
}
