import { expect, test } from 'vitest'
import config from '../vite.config.ts'

test('the document alone names code that will come: a screen that is opened asks for nothing twice', () => {
  const preload = config.build?.modulePreload
  if (typeof preload !== 'object' || !preload.resolveDependencies)
    throw new Error('the build says nothing of it')
  const asked = (hostType: 'html' | 'js') =>
    preload.resolveDependencies?.('assets/screen.js', ['assets/a.js'], { hostId: 'x', hostType })
  expect(asked('html')).toEqual(['assets/a.js'])
  expect(asked('js')).toEqual([])
})
