import * as v from 'valibot'
import type { Person } from './people/people.ts'
import { randomFor, uuidFor } from './random.ts'
import { readTable } from './table.ts'

const WholeNumber = v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))
/** `day` counts from the day of seeding, `hour` is Japan's; `with` are handles that come for sure, `coming` how many come in all. */
const EventRow = v.object({
  key: v.string(),
  organizer: v.string(),
  title: v.string(),
  description: v.string(),
  day: WholeNumber,
  hour: WholeNumber,
  minutes: WholeNumber,
  place: v.string(),
  url: v.string(),
  capacity: v.union([
    WholeNumber,
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
  ]),
  coming: WholeNumber,
  with: v.pipe(
    v.string(),
    v.transform((handles) => handles.split(' ').filter((handle) => handle !== '')),
  ),
  cancelled: v.picklist(['', '1']),
})

export type SeedEvent = Omit<v.InferOutput<typeof EventRow>, 'organizer' | 'with'> & {
  id: string
  organizer: Person
  participants: Person[]
}

/** What people hold: online and somewhere, full and with room, cancelled, and over. */
export function seedEvents(people: readonly Person[], who: (handle: string) => Person): SeedEvent[] {
  return readTable('events.csv', EventRow).map(({ organizer, with: handles, ...row }) => {
    const sure = handles.map(who)
    const holder = who(organizer)
    const others = people.filter(
      (person) => person !== holder && !sure.includes(person) && person.handle !== 'admin',
    )
    const more = randomFor(`event ${row.key}`).sample(others, row.coming - sure.length)
    return { ...row, id: uuidFor(`event ${row.key}`), organizer: holder, participants: [...sure, ...more] }
  })
}
