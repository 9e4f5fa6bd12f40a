import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DraftShelf, type DraftVersion, openDraft, type OpenDraft } from './draft.ts'

const PLACE = { whose: 'anna', name: 'message:c1' }
const TABS = ['a', 'b', 'c'] as const

type Tab = { draft: OpenDraft; isAsleep: boolean }
/** What the database did with what was sent: the tab hears of it, or dies before. */
type Fate = 'stored' | 'refused' | 'stored and died' | 'died'

/** One device with three tabs, of which each may die at any moment and be opened again. */
class Device {
  kept = new Map<string, DraftVersion>()
  tabs = new Map<string, Tab>()
  /** Each message by its id: sent twice under one it is one. */
  delivered = new Map<string, string>()
  #time = 0
  #owners = new Map<string, string>()

  open(name: string): void {
    if (this.tabs.has(name)) return
    const alive = (owner: string): boolean => this.tabs.has(this.#owners.get(owner) ?? owner)
    for (const { tab } of this.kept.values()) if (!alive(tab)) this.#owners.set(tab, name)
    const shelf: DraftShelf = {
      versions: () => [...this.kept.values()].toSorted((one, other) => other.at - one.at),
      keep: (_, version) => {
        this.kept.set(version.id, version)
        return true
      },
      end: (_, id) => void this.kept.delete(id),
      tab: () => name,
      isOwn: (tab) => (this.#owners.get(tab) ?? tab) === name,
      now: () => ++this.#time,
      newId: () => `version ${++this.#time}`,
    }
    this.#owners.set(name, name)
    this.tabs.set(name, { draft: openDraft(shelf, PLACE, () => {}), isAsleep: false })
  }

  close(name: string): void {
    this.tabs.delete(name)
  }

  tell(): void {
    for (const { draft, isAsleep } of this.tabs.values()) if (!isAsleep) draft.look()
  }

  async send(name: string, fate: Fate): Promise<void> {
    const tab = this.tabs.get(name)
    const seen = tab?.draft.state().text ?? null
    if (tab === undefined || seen === null) return
    const died = new Promise<never>(() => {})
    const sending = tab.draft.send(
      (text, id) => {
        expect(text).toBe(seen)
        if (fate !== 'refused' && fate !== 'died') {
          const before = this.delivered.get(id)
          if (before !== undefined) expect(before).toBe(text)
          this.delivered.set(id, text)
        }
        if (fate === 'refused') return Promise.reject(new Error('refused'))
        return fate === 'stored' ? Promise.resolve() : died
      },
      () => `message ${++this.#time}`,
    )
    if (fate === 'stored' || fate === 'refused') await sending.catch(() => {})
    else {
      this.close(name)
      this.open(name)
    }
  }
}

type Step =
  | {
      do: 'type' | 'open' | 'close' | 'sleep' | 'wake' | 'clear' | 'take' | 'drop'
      tab: (typeof TABS)[number]
    }
  | { do: 'send'; tab: (typeof TABS)[number]; fate: Fate }

const tab = fc.constantFrom(...TABS)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), tab }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        tab,
        fate: fc.constantFrom<Fate>('stored', 'stored', 'refused', 'stored and died', 'died'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('open', 'close', 'sleep', 'wake', 'clear', 'take', 'drop'),
        tab,
      }),
    },
  ),
  { maxLength: 60 },
)

test('each text of three tabs that sleep and die is sent as it was typed, once, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const device = new Device()
      const typed = new Set<string>()
      const over = new Set<string>()
      /** What two tabs have before them, each to be sent. */
      const copied = new Set<string>()
      let count = 0
      device.open('a')
      for (const step of sequence) {
        const at = device.tabs.get(step.tab)
        const { draft } = at ?? {}
        const canAct = at !== undefined && !at.isAsleep
        const shown = draft?.state().text ?? null
        if (step.do === 'open') device.open(step.tab)
        else if (step.do === 'close') device.close(step.tab)
        else if (step.do === 'sleep' && at !== undefined) at.isAsleep = true
        else if (step.do === 'wake' && at !== undefined) {
          at.isAsleep = false
          draft?.look()
        } else if (canAct && draft !== undefined) {
          if (step.do === 'type') {
            const text = `${step.tab}${++count}`
            if (shown !== null) over.add(shown)
            typed.add(text)
            draft.type(text)
          } else if (step.do === 'clear') {
            if (shown !== null) over.add(shown)
            draft.type(null)
          } else if (step.do === 'send') {
            if (shown !== null && step.fate !== 'refused' && step.fate !== 'died') over.add(shown)
            await device.send(step.tab, step.fate)
          } else {
            const [version] = draft.state().offered
            if (version !== undefined) {
              if (step.do === 'drop') over.add(version.text)
              else copied.add(version.text)
              draft[step.do === 'take' ? 'take' : 'drop'](version)
            }
          }
        }
        device.tell()
      }
      for (const name of TABS) device.open(name)
      for (const { draft } of device.tabs.values()) await draft.settle(async (id) => device.delivered.has(id))
      const bodies = [...device.delivered.values()]
      for (const body of bodies) expect(typed).toContain(body)
      const own = bodies.filter((body) => !copied.has(body))
      expect(own).toEqual([...new Set(own)])
      const standing = new Set([...device.kept.values()].map(({ text }) => text))
      for (const text of typed) if (!over.has(text)) expect(standing).toContain(text)
    }),
    { numRuns: 2_000 },
  )
})
