import { describe, expect, test } from 'vitest'
import { NEXT_PULL_PHASE, PULL_PHASES, type PullEvent, type PullPhase } from './pull-phase.ts'

const EVENTS = Object.keys(NEXT_PULL_PHASE.rest) as PullEvent[]
const after = (from: PullPhase, ...events: PullEvent[]): PullPhase =>
  events.reduce<PullPhase>((phase, event) => NEXT_PULL_PHASE[phase][event], from)

describe('the pull of a collection', () => {
  test.each(PULL_PHASES)(
    'of %s: a wish is not forgotten until a request that grants it has left',
    (phase) => {
      const wished = after(phase, 'wish')
      expect(['asked', 'sent_again']).toContain(wished)
      expect(after(wished, 'stored')).toBe(wished === 'asked' ? 'rest' : 'asked')
      expect(after(wished, 'left')).toBe('sent')
    },
  )

  test.each(PULL_PHASES)('of %s: many wishes are one', (phase) =>
    expect(after(phase, 'wish', 'wish', 'wish')).toBe(after(phase, 'wish')),
  )

  test('comes to rest from every phase, whatever happened', () => {
    for (const phase of PULL_PHASES)
      for (const event of EVENTS) expect(after(phase, event, 'left', 'stored')).toBe('rest')
  })

  test('with a full page asks for the next', () =>
    expect(after('rest', 'wish', 'left', 'page', 'left')).toBe('sent'))
})
