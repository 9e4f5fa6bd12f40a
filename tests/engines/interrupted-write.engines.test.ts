import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { SCORE_NAMES, SCORES, type ScoreName } from '../../src/domain/rating.ts'
import { onServer } from '../e2e/people.ts'
import { serviceClient } from '../support/session.ts'
import type { Tab, Target } from './port.ts'
import { type Opened, prepareDevice, type Prepared } from './prepared-device.ts'
import { STOPPABLE } from './ways.ts'

const stack = inject('stack')
const FAVORITE = 'main li[data-sync="saved"] article'
const SAVED = '#rating[data-sync="saved"]'

let videos: string[]
beforeAll(async () => {
  const { data, error } = await serviceClient(stack).from('videos').select('youtube_id').limit(5)
  if (error) throw error
  videos = data.map(({ youtube_id }) => String(youtube_id))
})

/** What ends while ratings are given, and how the person comes back. */
const ENDS = [
  {
    what: 'the process of the tab',
    end: async ({ processes, tab }: Opened) => {
      const process = await processes.ofTab(tab)
      return () => processes.end(process)
    },
  },
  {
    what: 'the storage process',
    end: async ({ processes }: Opened) => {
      const process = processes.storage()
      return () => processes.end(process)
    },
  },
] as const
/** How many scores are given before. */
const MOMENTS = [1, 4]

describe.each(STOPPABLE.filter(([, { name }]) => name === 'webkit'))('a rating in %s', (_, engine) => {
  let prepared: Prepared
  beforeAll(async () => {
    prepared = await prepareDevice(stack, engine)
  })
  afterAll(() => prepared.close())

  const cases = ENDS.flatMap((ends) => MOMENTS.map((given) => ({ ...ends, given })))
  // Each with a video of its own: all devices are copies of one, and the server keeps what the earlier ones rated
  test.for(cases.map((ends, video) => ({ ...ends, video })))(
    'is stored once when $what ends after $given scores',
    async ({ end, given, video }) => {
      const opened = await prepared.open()
      const { tab } = opened
      const address = `${prepared.host.web}/video/${videos[video]}`
      await tab.go(address)
      const points = given + 1
      const act = await end(opened)
      const [last, ...before] = SCORES.slice(0, given + 1).toReversed()
      for (const score of before.toReversed()) await rate(tab, score, points)
      await tab.waitFor('#rating[data-sync]')
      // The storage is on its way while the process ends
      if (last !== undefined) await press(tab, last, points)
      act()

      // The browser notices in its own time: whoever reads an error tries again
      await expect
        .poll(() =>
          tab.go(address).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true)
      for (const score of before) await tab.waitFor(checked(score, points))
      for (const score of SCORES) await rate(tab, score, points)
      await tab.waitFor(SAVED)
      await expect.poll(() => scoresOnServer(prepared, videos[video])).toEqual([allOf(points)])
    },
  )
})

describe.each(STOPPABLE)('a page of %s that is left during a write', (_, engine) => {
  let prepared: Prepared
  beforeAll(async () => {
    prepared = await prepareDevice(stack, engine)
  })
  afterAll(() => prepared.close())

  test('blocks no other page, and is as it was left when it is back, with what was written', async () => {
    const { tab } = await prepared.open()
    await tab.go(`${prepared.host.web}/video/${videos[4]}`)
    for (const score of SCORES) {
      await tab.waitFor(choice(score, 3))
      await tab.evaluate(leaveWithNextChange)
      await press(tab, score, 3)
      // Order matters: the rating itself looks like a favourite in the page that is being left
      await tab.waitForPath('/favorites')
      await tab.waitFor(FAVORITE)
      await tab.back()
      await tab.waitFor(checked(score, 3))
      // Where the engine has kept the page, nothing that could be pressed was taken away
      const [wasKept, isSameForm] = await tab.evaluate(howItCameBack)
      expect(isSameForm).toBe(wasKept)
      expect(await tab.count({ text: '端末に保存できませんでした' })).toBe(0)
    }
    await tab.waitFor(SAVED)
    await expect.poll(() => scoresOnServer(prepared, videos[4])).toEqual([allOf(3)])
  })
})

/** In the page: the next score that is given leads away while it is being stored. */
function leaveWithNextChange(): void {
  document.querySelector('#rating')?.classList.add('left')
  addEventListener('change', () => location.assign('/favorites'), { once: true })
  addEventListener('pageshow', () => document.documentElement.classList.add('kept'))
}
const howItCameBack = (): boolean[] => [
  document.querySelector('html.kept') !== null,
  document.querySelector('#rating.left') !== null,
]

const group = (score: ScoreName): Target => ({ role: 'radiogroup', name: SCORE_NAMES[score] })
const choice = (score: ScoreName, points: number): Target => ({
  role: 'radio',
  name: `${points}点`,
  within: group(score),
})
const checked = (score: ScoreName, points: number): Target => ({
  role: 'radio',
  name: `${points}点`,
  checked: true,
  within: group(score),
})

const press = (tab: Tab, score: ScoreName, points: number) => tab.click(choice(score, points))
/** Of the document that is there now. */
const bornAt = (tab: Tab): Promise<number> => tab.evaluate(() => performance.timeOrigin)

/** Gives it unless it is given. A press may fall between two documents: a page that lacks code loads itself. */
async function rate(tab: Tab, score: ScoreName, points: number): Promise<void> {
  const isGiven = async (): Promise<boolean> => (await tab.count(checked(score, points))) > 0
  for (let isDone = false; !isDone; isDone = await isGiven()) {
    await tab.waitFor(choice(score, points))
    const before = await bornAt(tab)
    if (!(await isGiven())) await press(tab, score, points)
    await expect.poll(async () => (await isGiven()) || (await bornAt(tab)) > before).toBe(true)
  }
}

const allOf = (points: number) => Object.fromEntries(SCORES.map((score) => [score, points]))
/** One entry for each rating of the video. */
async function scoresOnServer({ userId }: Prepared, video: string | undefined): Promise<object[]> {
  const { ratings } = await onServer(stack, userId)
  return ratings
    .filter(({ video_id }) => video_id === video)
    .map((rating) => Object.fromEntries(SCORES.map((score) => [score, rating[score]])))
}
