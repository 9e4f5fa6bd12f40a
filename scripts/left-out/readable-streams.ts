/** Replaces how RxJS reads streams as observables, which nothing here asks of it (vite.config.ts). */
export const isReadableStreamLike = (): boolean => false

export const readableStreamLikeToAsyncGenerator = (): never => {
  throw new Error('streams as observables are left out of the build')
}
