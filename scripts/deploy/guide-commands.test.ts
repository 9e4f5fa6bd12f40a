import { describe, expect, it } from 'vitest'
import { cliCommands, unknownFlags } from './guide-commands.ts'

const GUIDE = `Text with \`npx supabase@latest login\`.
\`\`\`sh
npx supabase@latest link REF
npx supabase@latest db push --remote --dry-run   # names --them
SECRET=… npx supabase@latest config push --remote=REF
npx supabase@latest link REF
npm test
\`\`\`
`
const HELP = `FLAGS
  --dry-run                      Print only; see --elsewhere.
  --remote[=<ref|branch|url>]    Target a remote database.
  --password, -p string          Database password.
`

describe('cliCommands', () => {
  it('reads the commands of shell blocks, each once, without comments and values', () => {
    expect(cliCommands(GUIDE)).toEqual([
      { name: ['link'], flags: [] },
      { name: ['db', 'push'], flags: ['--remote', '--dry-run'] },
      { name: ['config', 'push'], flags: ['--remote'] },
    ])
  })
})

describe('unknownFlags', () => {
  it('names the flags that the help does not offer', () => {
    const flags = ['--dry-run', '--remote', '-p', '--password', '--linked', '--elsewhere']
    expect(unknownFlags({ name: ['db', 'push'], flags }, HELP)).toEqual(['--linked', '--elsewhere'])
  })
})
