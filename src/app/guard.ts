import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Account } from '#domain/account.ts'
import { firstValue } from '#platform/observable-value.ts'
import type { App } from './app.ts'
import { rowOf } from '#database/server-row.ts'
import type { RouterContext } from './router-context.ts'

type Entering = { context: RouterContext; location: { href: string } }

/** For `beforeLoad` of what only a signed-in person sees: others log in first and come back. */
export async function requireSignedIn({ context, location }: Entering): Promise<void> {
  const session = await context.app.session.settled()
  if (session.status === 'signedOut') redirect({ to: '/login', search: { from: location.href }, throw: true })
}

/** For `beforeLoad` of what only admins see: visitors log in first, everybody else goes home. What is shown there the server decides by itself. */
export async function requireAdmin(entering: Entering): Promise<void> {
  await requireSignedIn(entering)
  if ((await ownRole(entering.context.app)) !== 'admin') redirect({ to: '/', throw: true })
}

const OwnRole = rowOf('rpc/own_profile', { role: v.nullable(v.string()) })
const hasRole = (account: Account | null): account is Account =>
  account === null || account.role !== undefined

/** As the server says it, or without a connection as it last told this device. Who this device takes for an admin is not asked about again. */
async function ownRole({ account, keeper, rest }: App): Promise<string | null | undefined> {
  if (account.read()?.role === 'admin') return 'admin'
  const told = await rest('rpc/own_profile', { body: {}, asPerson: true }).then(
    ({ body }) => v.safeParse(OwnRole, body),
    () => null,
  )
  if (told?.success) return told.output.role
  if (keeper.state.read().status === 'failed') return null
  return (await firstValue(account, hasRole)).role
}
