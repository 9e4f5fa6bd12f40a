/** `npm run seed:generate`: writes supabase/seed.sql, as a stack does by itself before it fills a database. */
import { writeSeed } from './write-seed.ts'

await writeSeed()
