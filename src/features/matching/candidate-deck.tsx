import { type ReactNode, useEffect, useRef } from 'react'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useRootMark } from '#ui/root-mark.ts'
import { useStableCallback } from '#ui/use-stable-callback.ts'
import { COPY } from './copy.ts'
import { decide } from './decide.ts'
import { nameOf } from './name-of.ts'
import { ProfileCard } from './profile-card.tsx'
import { useSwipe } from './use-swipe.ts'

type CandidateDeckProps = {
  store: Store
  people: [RelatedPerson, ...RelatedPerson[]]
  renderConnection?: ((personId: string) => ReactNode) | undefined
}

/** One candidate at a time: buttons, arrow keys, or a push to the side. The buttons stay where they are, and with them the focus. */
export function CandidateDeck({ store, people, renderConnection }: CandidateDeckProps) {
  useRootMark('data-foot-bar', '')
  const [person] = people
  const name = nameOf(person)
  const skip = () => void decide(store, person, 'skip')
  const like = () => void decide(store, person, 'like')
  const { shift, handlers } = useSwipe((side) => (side === 'left' ? skip() : like()))
  const deck = useRef<HTMLElement>(null)
  const byKey = useStableCallback((event: KeyboardEvent) => {
    if (!isOf(deck.current, event.target)) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    // One press decides about one person, however long it lasts
    if (event.repeat) return
    if (event.key === 'ArrowLeft') skip()
    else like()
  })
  useEffect(() => {
    document.addEventListener('keydown', byKey)
    return () => document.removeEventListener('keydown', byKey)
  }, [byKey])
  return (
    <section ref={deck} aria-label={COPY.deck} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="text-sm text-muted">
        <span className="sr-only">{name}、</span>
        {COPY.remaining(people.length)}
      </p>
      <div
        key={person.id}
        {...handlers}
        style={shift === 0 ? {} : { transform: `translateX(${shift}px) rotate(${shift / 40}deg)` }}
        className="touch-pan-y select-none [-webkit-touch-callout:none] motion-safe:transition-transform"
      >
        <ProfileCard person={person} detailed actions={renderConnection?.(person.other_id)} />
      </div>
      <div className="sticky bottom-(--bottom-nav-space) grid grid-cols-2 gap-3 bg-linear-to-t from-paper from-70% to-transparent pt-6 pb-3 md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button
          size="lg"
          onClick={skip}
          aria-label={COPY.skipNamed(name)}
          icon={<Icon name="close" size={20} />}
        >
          {COPY.skip}
        </Button>
        <Button
          size="lg"
          variant="primary"
          onClick={like}
          aria-label={COPY.likeNamed(name)}
          icon={<Icon name="heart" size={20} />}
        >
          {COPY.like}
        </Button>
      </div>
      <p className="text-center text-xs text-muted [word-break:auto-phrase]">
        <span className="hidden pointer-fine:inline">{COPY.keys}</span>
        <span>{COPY.swipe}</span>
      </p>
    </section>
  )
}

/**
 * Is the deck meant? A key goes to the page as long as nothing on it has the focus, to the screen after
 * arriving at it.
 */
const isOf = (deck: HTMLElement | null, target: EventTarget | null): boolean =>
  deck !== null && target instanceof Node && (deck.contains(target) || target.contains(deck))
