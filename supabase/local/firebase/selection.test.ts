import { expect, test } from 'vitest'
import { selectFirebase } from './selection.ts'

const API = 'http://localhost:54321'
const PROJECT = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'p.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'p',
}

test('without a project the stack stands in, keys and all', () => {
  expect(selectFirebase({}, API)).toEqual({
    web: { apiKey: 'local', authDomain: 'localhost', projectId: 'mirutomo-local', emulatorUrl: API },
    functions: {
      FIREBASE_PROJECT_ID: 'mirutomo-local',
      FIREBASE_JWKS_URL: `${API}/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`,
    },
  })
})

test("a project of the environment is taken as it is: no emulator, and no keys but Google's", () => {
  expect(selectFirebase(PROJECT, API)).toEqual({
    web: { apiKey: 'key', authDomain: 'p.firebaseapp.com', projectId: 'p' },
    functions: { FIREBASE_PROJECT_ID: 'p' },
  })
})

test.each(Object.keys(PROJECT))('a project without %s is refused in a sentence', (missing) => {
  expect(() => selectFirebase({ ...PROJECT, [missing]: '' }, API)).toThrow(/all or none.*3つの環境変数/)
})
