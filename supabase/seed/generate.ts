/** `npm run seed:generate`: writes supabase/seed.sql from the files of this folder. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seedScript } from './script.ts'

await writeFile(join(import.meta.dirname, '..', 'seed.sql'), seedScript())
