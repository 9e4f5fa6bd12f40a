import type { Schedule, Step } from './steps.ts'

/**
 * The shortest schedule found that still fails: takes away ever smaller parts, then shortens pauses. `fails` runs one; what is left out never was.
 */
export async function shrink(
  schedule: Schedule,
  fails: (candidate: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  let steps = schedule.steps
  const tryTo = async (candidate: Step[]): Promise<boolean> => {
    const isFailing = await fails({ ...schedule, steps: candidate })
    if (isFailing) steps = candidate
    return isFailing
  }
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < steps.length;) {
      const without = [...steps.slice(0, from), ...steps.slice(from + size)]
      if (!(await tryTo(without))) from += size
    }
  }
  for (let place = 0; place < steps.length; place++) {
    const step = steps[place]
    if (step !== undefined && step.wait > 0) await tryTo(steps.with(place, { ...step, wait: 0 }))
  }
  return { ...schedule, steps }
}
