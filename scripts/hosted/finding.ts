/** Something in `supabase/` that hosted Supabase would refuse or ignore: the file from the root of the project, and what is wrong in one sentence. */
export type Finding = { file: string; wrong: string }
