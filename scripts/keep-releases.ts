/** Puts the code of the last two releases beside that of the app in `dist`. Runs last of the build: what it adds is not the new worker's, and a build that was refused is no release. */
import { keepReleases } from './releases.ts'

const { earlier, added } = await keepReleases('dist', '.releases')
console.log(`earlier releases: ${earlier}, with ${added} files that the new one does not have`)
