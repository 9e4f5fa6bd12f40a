import { expect, test } from 'vitest'
import { configFindings } from './config.ts'

const BEGINNING = 'project_id = "x"\n[db]\nmajor_version = 17\nport = 1\n'
const FUNCTION = '[functions.hello]\nverify_jwt = false\nimport_map = "./functions/deno.json"\n'
const wrongs = (toml: string, functions = ['hello']): string[] =>
  configFindings(toml, functions).map(({ wrong }) => wrong)

test('a file that says all of it is let be', () => {
  expect(wrongs(`${BEGINNING}[auth.mfa.totp]\nenroll_enabled = true\n${FUNCTION}`)).toEqual([])
})

test('so is what one project wants otherwise', () => {
  const remote = '[remotes.production]\nproject_id = "x"\n[remotes.production.auth]\nsite_url = "y"\n'
  expect(wrongs(`${BEGINNING}${FUNCTION}${remote}`)).toEqual([])
})

test.each([
  [`${BEGINNING}${FUNCTION}[remotes.production.auth]\nsite = "y"`, /no remotes\.production\.auth\.site/],
  [`${BEGINNING}${FUNCTION}[auth.email]\nconfirmations = true`, /no auth\.email\.confirmations/],
  [`${BEGINNING}${FUNCTION}[unknown.table]\na = 1`, /no unknown\.table\.a/],
  [`${BEGINNING}${FUNCTION}memory = 1`, /no functions\.hello\.memory/],
  [`${BEGINNING}${FUNCTION}[functions.gone]\nenabled = true`, /functions\.gone: there is no such function/],
  [`[db]\nmajor_version = 15\n${FUNCTION}`, /major_version/],
  [`${BEGINNING}[functions.hello]\nimport_map = "./functions/deno.json"`, /does not say verify_jwt/],
  [`${BEGINNING}[functions.hello]\nverify_jwt = true`, /does not say import_map/],
])('%s is found', (toml, wrong) => {
  expect(wrongs(toml)).toEqual([expect.stringMatching(wrong)])
})
