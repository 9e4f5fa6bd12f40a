import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Account } from '#domain/account.ts'
import { firstValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import { requireSignedIn } from './guard.ts'
import type { RouterContext } from './router-context.ts'
import { rowOf } from '#database/server-row.ts'

type Entering = { context: RouterContext; location: { href: string } }

/** For `beforeLoad` of what only a creator sees: visitors log in first, others are led to where one registers (spec §6). */
export async function requireCreator(entering: Entering): Promise<void> {
  await requireSignedIn(entering)
  if (!(await isCreator(entering.context.app)))
    redirect({ to: '/youtuber/register', replace: true, throw: true })
}

const OwnChannel = v.tuple([rowOf('youtuber_profiles', { id: v.string() })])

/** What the server says; without a connection, what the device knows. A check that fails counts as a no (spec §5). */
async function isCreator(app: App): Promise<boolean> {
  const session = await app.session.settled()
  if (session.status !== 'signedIn') return false
  if (app.account.read()?.isCreator) return true
  try {
    const { body } = await app.rest('youtuber_profiles', {
      params: { select: 'id', id: `eq.${session.userId}` },
      asPerson: true,
    })
    return v.is(OwnChannel, body)
  } catch {
    return knownOnDevice(app)
  }
}

/** The own profile is known a moment after the database is open. */
const OPENING_LIMIT_MS = 3_000

async function knownOnDevice({ account }: App): Promise<boolean> {
  const known = firstValue(account, (value): value is Account => value?.isCreator === true)
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), OPENING_LIMIT_MS))
  return (await Promise.race([known, late])) !== null
}
