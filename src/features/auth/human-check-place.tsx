import { offerHumanCheckPlace } from '#platform/human-check-place.ts'

/** Takes no room in a grid until there is something to press. */
export const HumanCheckPlace = () => <div ref={offerHumanCheckPlace} className="contents" />
