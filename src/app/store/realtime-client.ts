// Its own module, so that the bundler splits Realtime from the auth client of the same package.
export { RealtimeClient } from '@supabase/supabase-js'
