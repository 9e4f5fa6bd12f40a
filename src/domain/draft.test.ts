import { describe, expect, test, vi } from 'vitest'
import { type DraftPlace, type DraftShelf, type DraftVersion, openDraft, type OpenDraft } from './draft.ts'

const PLACE: DraftPlace = { whose: 'anna', name: 'message:c1' }

/** One device: what its tabs have written, and which of them are open. */
function openDevice() {
  const kept = new Map<string, DraftVersion>()
  const heirs = new Map<string, string>()
  let time = 0
  let isFull = false
  const open: OpenDraft[] = []
  const tell = (but?: OpenDraft): void => open.forEach((draft) => draft !== but && draft.look())

  const openTab = (tab: string): OpenDraft => {
    const shelf: DraftShelf = {
      versions: () => [...kept.values()].toSorted((a, b) => b.at - a.at),
      keep: (_, version) => {
        if (!isFull) kept.set(version.id, version)
        return !isFull
      },
      end: (_, id) => void kept.delete(id),
      tab: () => (heirs.has(tab) ? `${tab} anew` : tab),
      isOwn: (other) => other === shelf.tab() || heirs.get(other) === tab,
      now: () => ++time,
      newId: () => `version ${++time}`,
    }
    const draft = openDraft(shelf, PLACE, () => {})
    open.push(draft)
    return draft
  }
  return {
    kept,
    openTab,
    tell,
    /** The first tab ends, and what it leaves is the second's. */
    inherit: (dead: string, heir: string) => void heirs.set(dead, heir),
    /** It had not ended. */
    giveBack: (living: string) => void heirs.delete(living),
    fill: () => void (isFull = true),
  }
}

let ids = 0
const newId = (): string => `message ${++ids}`
const shown = (draft: OpenDraft) => draft.state().text
const offered = (draft: OpenDraft) => draft.state().offered.map(({ text }) => text)

describe('a text that is typed', () => {
  test('is there when its tab is opened again, and nowhere once it is taken back', () => {
    const device = openDevice()
    device.openTab('a').type('書きかけ')
    const again = device.openTab('a')
    expect(shown(again)).toBe('書きかけ')
    again.type(null)
    expect(shown(device.openTab('a'))).toBeNull()
    expect(device.kept.size).toBe(0)
  })

  test('in another tab is offered, and never inserted', () => {
    const device = openDevice()
    const [a, b] = [device.openTab('a'), device.openTab('b')]
    a.type('あの文')
    b.type('いの文')
    device.tell()
    expect([shown(a), offered(a)]).toEqual(['あの文', ['いの文']])
    expect([shown(b), offered(b)]).toEqual(['いの文', ['あの文']])
    a.type(null)
    device.tell()
    expect([shown(b), offered(b)]).toEqual(['いの文', []])
  })

  test('in a tab that ended is what the next one begins with, and of several the newest', () => {
    const device = openDevice()
    device.openTab('a').type('前の文')
    device.openTab('b').type('後の文')
    device.inherit('a', 'c')
    device.inherit('b', 'c')
    const c = device.openTab('c')
    expect([shown(c), offered(c)]).toEqual(['後の文', ['前の文']])
  })

  test('that came back late fills a field which nobody has touched, and is offered elsewhere', () => {
    const device = openDevice()
    const [untouched, touched] = [device.openTab('a'), device.openTab('a')]
    touched.type('新しい文')
    touched.type(null)
    device.kept.set('late', { id: 'late', tab: 'a', text: '失われた文', at: 1, sending: null })
    device.tell()
    expect([shown(untouched), offered(untouched)]).toEqual(['失われた文', []])
    expect([shown(touched), offered(touched)]).toEqual([null, ['失われた文']])
  })

  test('stands on the screen where the device has no room for it', async () => {
    const device = openDevice()
    const a = device.openTab('a')
    device.fill()
    a.type('入らない文')
    device.tell()
    expect(shown(a)).toBe('入らない文')
    const deliver = vi.fn(async () => {})
    await a.send(deliver, newId)
    expect(deliver).toHaveBeenCalledOnce()
  })
})

describe('a text that is offered', () => {
  test('by a tab that ended is gone on with, and what stood there is offered', () => {
    const device = openDevice()
    device.openTab('a').type('前の文')
    device.inherit('a', 'b')
    const b = device.openTab('b')
    b.type(null)
    device.kept.set('other', { id: 'other', tab: 'a', text: '前の文', at: 1, sending: null })
    b.type('今の文')
    const [version] = b.state().offered
    if (version === undefined) throw new Error('nothing is offered')
    b.take(version)
    expect([shown(b), offered(b)]).toEqual(['前の文', ['今の文']])
    b.type('前の文と続き')
    expect([...device.kept.values()].map(({ text }) => text).toSorted()).toEqual(['今の文', '前の文と続き'])
  })

  test('by a tab that is open is copied: that tab keeps its own', async () => {
    const device = openDevice()
    const [a, b] = [device.openTab('a'), device.openTab('b')]
    a.type('二つに')
    device.tell()
    const [version] = b.state().offered
    if (version === undefined) throw new Error('nothing is offered')
    b.take(version)
    b.type('二つになった')
    device.tell()
    expect([shown(a), shown(b)]).toEqual(['二つに', '二つになった'])
  })

  test('is gone once it is given up, and can be brought back', () => {
    const device = openDevice()
    const [a, b] = [device.openTab('a'), device.openTab('b')]
    a.type('要らない')
    device.tell()
    const [bringBack] = b.state().offered.map(b.drop)
    device.tell()
    expect([shown(a), offered(b)]).toEqual([null, []])
    bringBack?.()
    expect(offered(b)).toEqual(['要らない'])
  })
})

describe('a text that is sent', () => {
  test('arrives as it is seen, once, and what is typed meanwhile stands by itself', async () => {
    const device = openDevice()
    const a = device.openTab('a')
    a.type('一通目')
    const arriving = Promise.withResolvers<void>()
    const deliver = vi.fn(() => arriving.promise)
    const sending = a.send(deliver, newId)
    expect(shown(a)).toBeNull()
    a.type('二通目')
    await a.send(async () => {}, newId)
    arriving.resolve()
    await sending
    expect(deliver).toHaveBeenCalledExactlyOnceWith('一通目', expect.any(String))
    expect([shown(a), offered(a), device.kept.size]).toEqual([null, [], 0])
  })

  test('is offered to nobody while it is on its way', async () => {
    const device = openDevice()
    const [a, b] = [device.openTab('a'), device.openTab('b')]
    a.type('一度だけ')
    void a.send(() => new Promise(() => {}), newId)
    device.tell()
    expect([offered(a), offered(b)]).toEqual([[], []])
  })

  test('that failed is in the field again, or is offered beside what was typed meanwhile', async () => {
    const device = openDevice()
    const a = device.openTab('a')
    const fail = (): Promise<never> => Promise.reject(new Error('full'))
    a.type('一通目')
    await expect(a.send(fail, newId)).rejects.toThrow('full')
    expect(shown(a)).toBe('一通目')
    const sending = a.send(fail, newId)
    a.type('二通目')
    await expect(sending).rejects.toThrow('full')
    expect([shown(a), offered(a)]).toEqual(['二通目', ['一通目']])
  })

  test.each(['arrives', 'fails'])('that %s later leaves what was typed on since as it is', async (how) => {
    const device = openDevice()
    const before = device.openTab('a')
    before.type('一通目')
    const arriving = Promise.withResolvers<void>()
    const sending = before.send(() => arriving.promise, newId)
    // The screen was left and opened again
    const again = device.openTab('a')
    again.type('一通目と続き')
    if (how === 'arrives') arriving.resolve()
    else arriving.reject(new Error('full'))
    await sending.catch(() => {})
    device.tell()
    expect(shown(again)).toBe('一通目と続き')
    expect([...device.kept.values()].map(({ text }) => text)).toEqual(['一通目と続き'])
  })

  test('in a tab that died is repeated under the same id, or over where it had arrived', async () => {
    const device = openDevice()
    const a = device.openTab('a')
    a.type('届いたか')
    const asked: string[] = []
    void a.send((_, id) => new Promise(() => void asked.push(id)), newId)
    device.inherit('a', 'b')
    const b = device.openTab('b')
    await b.settle(async () => false)
    expect(shown(b)).toBe('届いたか')
    await b.send(async (_, id) => void asked.push(id), newId)
    expect(new Set(asked).size).toBe(1)

    const c = device.openTab('c')
    c.type('届いた')
    void c.send(() => new Promise(() => {}), newId)
    device.inherit('c', 'd')
    const d = device.openTab('d')
    await d.settle(async () => true)
    expect([shown(d), device.kept.size]).toEqual([null, 0])
  })

  test('is not sent a second time by a tab that slept', async () => {
    const device = openDevice()
    const slept = device.openTab('a')
    slept.type('一度だけ')
    // As a browser that took the lock of a frozen page away
    const other = device.openTab('a')
    const deliver = vi.fn(async () => {})
    await other.send(deliver, newId)
    await slept.send(deliver, newId)
    expect(deliver).toHaveBeenCalledOnce()
    expect(shown(slept)).toBeNull()
  })

  test('goes back to a tab that was only between two documents; what its heir typed stays with the heir', () => {
    const device = openDevice()
    device.openTab('a').type('書きかけ')
    device.inherit('a', 'b')
    const [untouched, heir] = [device.openTab('b'), device.openTab('b')]
    heir.type('書きかけを続けた')
    device.giveBack('a')
    device.tell()
    expect([shown(untouched), shown(heir)]).toEqual([null, '書きかけを続けた'])
    const back = device.openTab('a')
    expect(shown(back)).toBe('書きかけを続けた')
    heir.type('もっと続けた')
    device.tell()
    expect([shown(back), offered(back)]).toEqual(['書きかけを続けた', ['もっと続けた']])
  })

  test('stays with the heir of a tab that slept, which goes on in a version of its own', async () => {
    const device = openDevice()
    const slept = device.openTab('a')
    slept.type('書きかけ')
    device.inherit('a', 'b')
    const heir = device.openTab('b')
    slept.type('書きかけと続き')
    device.tell()
    expect([shown(slept), shown(heir)]).toEqual(['書きかけと続き', '書きかけ'])
    expect(offered(heir)).toEqual(['書きかけと続き'])
  })

  test('is none that the person has not seen', async () => {
    const device = openDevice()
    const slept = device.openTab('a')
    slept.type('前の文')
    device.openTab('a').type('後の文')
    const deliver = vi.fn(async () => {})
    await slept.send(deliver, newId)
    expect(deliver).not.toHaveBeenCalled()
    expect(shown(slept)).toBe('後の文')
  })
})
