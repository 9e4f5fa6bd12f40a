/**
 * A text that is typed and not yet sent, saved or given up. Each tab writes a version of its own, which no
 * other tab changes; what others have begun is offered, never inserted. A version that is sent or given up
 * ends for all tabs.
 */
export type DraftVersion = {
  id: string
  /** The tab that writes it. */
  tab: string
  text: string
  /** When it was written, ms; of two versions the later has more. */
  at: number
  /** It is on its way under this id: whoever sends it again uses the same. null before. */
  sending: string | null
}

/** One text or form of one account, whose versions are found together. */
export type DraftPlace = { whose: string; name: string }

/** Where the versions of all tabs stand. Nothing of it throws. */
export type DraftShelf = {
  /** Newest first. */
  versions: (place: DraftPlace) => DraftVersion[]
  /** Answers false where there is no room for it, or nothing is kept. */
  keep: (place: DraftPlace, version: DraftVersion) => boolean
  end: (place: DraftPlace, id: string) => void
  /** This tab. */
  tab: () => string
  /** Is this the tab, or one that has ended and left its versions to this one? */
  isOwn: (tab: string) => boolean
  now: () => number
  newId: () => string
}

/** What a screen shows: null where nothing is begun. */
export type DraftState = { text: string | null; offered: readonly DraftVersion[] }

export type OpenDraft = {
  state: () => DraftState
  /** What stands in the field now. null: nothing, the version ends. */
  type: (text: string | null) => void
  /**
   * Takes in what other tabs have done, or a tab that ended has left. Answers whether the text is another
   * now.
   */
  look: () => boolean
  /** Goes on with what is offered; what stood there is offered from then on. */
  take: (version: DraftVersion) => void
  /** Gives up what is offered. Answers how to bring it back. */
  drop: (version: DraftVersion) => () => void
  /**
   * Empties the field and has the text delivered, under an id that is the same whenever this text is sent
   * again. Sends nothing where another tab has sent or changed the text: the person sees what is new first.
   * Rejects as `deliver` does; then the text is in the field again, or offered where the field holds another.
   */
  send: (deliver: (text: string, id: string) => Promise<unknown>, newId: () => string) => Promise<void>
  /** Ends what had been sent by a tab that died before it knew that it was. */
  settle: (isDelivered: (id: string) => Promise<boolean>) => Promise<void>
}

/** Opens the draft of a place for one tab; `told` is called whenever its state may be another. */
export function openDraft(shelf: DraftShelf, place: DraftPlace, told: () => void): OpenDraft {
  let current: DraftVersion | null = null
  let text: string | null = null
  /** What is not kept anywhere is not looked for. */
  let isKept = true
  let isUntouched = true
  const underWay = new Set<string>()
  let state: DraftState = { text, offered: [] }

  const show = (): void => {
    const offered = shelf
      .versions(place)
      .filter((version) => version.id !== current?.id && version.text !== text && !isLeaving(version))
    if (text === state.text && isSame(offered, state.offered)) return
    state = { text, offered }
    told()
  }
  const isLeaving = ({ id, tab, sending }: DraftVersion): boolean =>
    underWay.has(id) || (sending !== null && !shelf.isOwn(tab))

  /** Hazard: the same tab may have opened the place anew meanwhile, and gone on with what was on its way. */
  const isAsSent = (id: string, sending: string): boolean =>
    shelf.versions(place).some((version) => version.id === id && version.sending === sending)

  const hold = (version: DraftVersion | null): void => {
    current = version
    text = version?.text ?? null
  }
  const adopt = (): void => {
    const left = shelf.versions(place).find((version) => shelf.isOwn(version.tab) && !isLeaving(version))
    if (left !== undefined) hold(left)
  }
  const type = (next: string | null): void => {
    isUntouched = false
    const isOwn = current !== null && shelf.isOwn(current.tab)
    if (next === null) {
      if (current !== null && isOwn) shelf.end(place, current.id)
      hold(null)
    } else {
      const { id, tab } = current !== null && isOwn ? current : { id: shelf.newId(), tab: shelf.tab() }
      hold({ id, tab, text: next, at: shelf.now(), sending: null })
      isKept = current !== null && shelf.keep(place, current)
    }
    show()
  }
  const look = (): boolean => {
    const before = text
    if (current !== null && !shelf.isOwn(current.tab)) {
      // Its tab lives after all
      if (isUntouched) hold(null)
      else type(text)
    } else if (current !== null) {
      const { id } = current
      const there = shelf.versions(place).find((version) => version.id === id)
      if (there !== undefined) hold(there)
      else if (isKept) hold(null)
    } else if (isUntouched) adopt()
    show()
    return text !== before
  }

  adopt()
  show()
  return {
    state: () => state,
    type,
    look,
    take(version) {
      isUntouched = false
      if (shelf.isOwn(version.tab)) hold(version)
      else {
        hold(null)
        type(version.text)
      }
      show()
    },
    drop(version) {
      shelf.end(place, version.id)
      show()
      return () => {
        // Later than its end
        shelf.keep(place, { ...version, at: shelf.now() })
        show()
      }
    },
    async send(deliver, newId) {
      if (look() || current === null) return
      const leaving = current
      const id = leaving.sending ?? newId()
      isUntouched = false
      underWay.add(leaving.id)
      shelf.keep(place, { ...leaving, sending: id })
      hold(null)
      show()
      try {
        await deliver(leaving.text, id)
        if (isAsSent(leaving.id, id)) shelf.end(place, leaving.id)
      } catch (error) {
        if (isAsSent(leaving.id, id)) shelf.keep(place, leaving)
        if (current === null) hold(leaving)
        throw error
      } finally {
        underWay.delete(leaving.id)
        show()
      }
    },
    async settle(isDelivered) {
      const sent = shelf.versions(place).filter(({ tab, sending }) => sending !== null && shelf.isOwn(tab))
      for (const { id, sending } of sent)
        if (sending !== null && (await isDelivered(sending)) && isAsSent(id, sending)) shelf.end(place, id)
      look()
    },
  }
}

const isSame = (some: readonly DraftVersion[], others: readonly DraftVersion[]): boolean =>
  some.length === others.length &&
  some.every(({ id, text }, index) => id === others[index]?.id && text === others[index]?.text)
