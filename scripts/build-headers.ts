/** Fails the build where a document of it holds what its Content-Security-Policy refuses: only whole inline blocks can be allowed, by their hashes. Runs after `vite build`. */
import { globSync, readFileSync } from 'node:fs'
import { inlineBlocksOf, inlineRefusals } from '../supabase/local/web/inline-blocks.ts'

let allowed = 0
for (const file of globSync('dist/**/*.html')) {
  const html = readFileSync(file, 'utf8')
  const { scripts, styles } = inlineBlocksOf(html)
  allowed += scripts.length + styles.length
  for (const refusal of inlineRefusals(html)) {
    console.error(`${file}: ${refusal}`)
    process.exitCode = 1
  }
}
if (process.exitCode === undefined)
  console.log(`content security policy: ${allowed} inline blocks by their hashes`)
