/** Replaces an operator that RxDB registers with mingo and no query of ours uses (vite.config.ts). */
export const $project = (): never => {
  throw new Error('queries with a projection are left out of the build')
}
