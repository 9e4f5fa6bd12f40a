import type pg from 'pg'
import { readProtections } from '../protections/read.ts'
import { randomFor } from '../../supabase/seed/random.ts'
import { constraintMutations } from './constraints.ts'
import { grantMutations } from './grants.ts'
import { type Finding, Judges } from './judges.ts'
import type { Mutation } from './mutation.ts'
import { policyMutations } from './policies.ts'
import { refusalMutations } from './refusals.ts'

type Verdict = { mutation: Mutation; finding: Finding | undefined; isInSnapshot: boolean }
type Options = {
  /** Only mutations of which `kind: name` contains it. */
  only?: string
  /** How many, drawn by `seed`. */
  sample?: number
  seed: number
  /** Made beside those of the catalogue. */
  planted?: Mutation[]
  tell?: (line: string) => void
}
export type Report = {
  verdicts: Verdict[]
  /** Nothing noticed these at all, not even the snapshot of the protections. */
  survivors: Mutation[]
  lines: string[]
}

/** Every mutation that the catalogue of a migrated database offers. */
export async function mutationsOf(client: pg.ClientBase): Promise<Mutation[]> {
  return [
    ...(await policyMutations(client)),
    ...(await grantMutations(client)),
    ...(await constraintMutations(client)),
    ...(await refusalMutations(client)),
  ]
}

/** Makes each mutation and lets every judge look. Throws when a story fails where nothing was taken away. */
export async function runMutations(databaseUrl: string, options: Options): Promise<Report> {
  const judges = await Judges.summon(databaseUrl)
  try {
    const complaints = await judges.complaints()
    if (complaints.length > 0) throw new Error(`stories fail without a mutation:\n${complaints.join('\n')}`)
    const found = (await mutationsOf(judges.client)).filter(
      ({ kind, name }) => options.only === undefined || `${kind}: ${name}`.includes(options.only),
    )
    const drawn = randomFor(`mutations ${options.seed}`).sample(found, options.sample ?? found.length)
    const mutations = options.sample === undefined ? found : drawn
    const snapshot = await readProtections(judges.client)
    const verdicts: Verdict[] = []
    for (const mutation of [...(options.planted ?? []), ...mutations]) {
      const finding = await judges.find(mutation)
      const isInSnapshot =
        finding === undefined && (await judges.under(mutation, readProtections)) !== snapshot
      verdicts.push({ mutation, finding, isInSnapshot })
      options.tell?.(
        `${finding?.by ?? (isInSnapshot ? 'snapshot' : 'SURVIVED')} | ${mutation.kind} | ${mutation.name} | ${finding?.file ?? ''} ${finding?.problem ?? ''}`,
      )
    }
    return reportOf(verdicts)
  } finally {
    await judges.dismiss()
  }
}

function reportOf(verdicts: Verdict[]): Report {
  const survivors = verdicts.filter(({ finding, isInSnapshot }) => finding === undefined && !isInSnapshot)
  const unnoticed = verdicts.filter(({ finding, isInSnapshot }) => finding === undefined && isInSnapshot)
  const counts = (of: Verdict[]): string =>
    [
      `${of.length} made`,
      `${of.filter(({ finding }) => finding?.by === 'behaviour').length} found by stories`,
      `${of.filter(({ finding }) => finding?.by === 'rule').length} by the rules of the schema`,
      `${of.filter(({ finding, isInSnapshot }) => finding === undefined && isInSnapshot).length} by the snapshot alone`,
      `${of.filter(({ finding, isInSnapshot }) => finding === undefined && !isInSnapshot).length} survived`,
    ].join(', ')
  return {
    verdicts,
    survivors: survivors.map(({ mutation }) => mutation),
    lines: [
      ...unnoticed.map(({ mutation }) => `snapshot alone: ${mutation.kind}: ${mutation.name}`),
      ...survivors.map(({ mutation }) => `SURVIVED: ${mutation.kind}: ${mutation.name}`),
      ...Map.groupBy(verdicts, ({ mutation }) => mutation.kind)
        .entries()
        .map(([kind, of]) => `${kind}: ${counts(of)}`),
      `all: ${counts(verdicts)}`,
    ],
  }
}
