import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeOf, keepReleases } from './releases.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'mirutomo-releases-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A build of which `names` are the chunks, in an emptied folder, as Vite leaves it. */
async function build(...names: string[]): Promise<string> {
  const folder = join(root, 'dist')
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, '.vite'), { recursive: true })
  await mkdir(join(folder, 'assets'))
  const chunks = names.map((name) => [name, { file: `assets/${name}`, css: ['assets/main.css'] }])
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(Object.fromEntries(chunks)))
  for (const name of [...names, 'main.css', `${names[0]}.map`])
    await writeFile(join(folder, 'assets', name), `code of ${name}`)
  return folder
}
const store = () => join(root, 'releases')
const shown = async () => (await readdir(join(root, 'dist', 'assets'))).filter((name) => name.endsWith('.js'))

test('the code of the last two releases stays beside the new one, older code goes', async () => {
  expect(await keepReleases(await build('home-1.js', 'same.js'), store())).toEqual({ earlier: 0, added: 0 })
  await keepReleases(await build('home-2.js', 'same.js'), store())
  expect(await shown()).toEqual(['home-1.js', 'home-2.js', 'same.js'])
  expect(await keepReleases(await build('home-3.js', 'same.js'), store())).toEqual({ earlier: 2, added: 2 })
  expect(await shown()).toEqual(['home-1.js', 'home-2.js', 'home-3.js', 'same.js'])
  expect(await readFile(join(root, 'dist', 'assets', 'home-1.js'), 'utf8')).toBe('code of home-1.js')
  await keepReleases(await build('home-4.js', 'same.js'), store())
  expect(await shown()).toEqual(['home-2.js', 'home-3.js', 'home-4.js', 'same.js'])
  expect(await readdir(join(store(), 'assets'))).not.toContain('home-1.js')
})

test('the same release, built or noted again, pushes no other out', async () => {
  await keepReleases(await build('home-1.js'), store())
  for (let times = 0; times < 3; times++) {
    const folder = await build('home-2.js')
    await keepReleases(folder, store())
    await keepReleases(folder, store())
    expect(await codeOf(folder)).toEqual(['home-2.js', 'main.css'])
  }
  expect(await shown()).toEqual(['home-1.js', 'home-2.js'])
})

test('a note that cannot be read is begun anew', async () => {
  await mkdir(store())
  await writeFile(join(store(), 'releases.json'), '{"half')
  expect(await keepReleases(await build('home-1.js'), store())).toEqual({ earlier: 0, added: 0 })
})
