import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../types/database.ts'

/** A client that knows the tables and functions of the database. */
export type Client = SupabaseClient<Database>
