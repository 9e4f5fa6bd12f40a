import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useApp, useOnline } from '#app/app-context.ts'

const Budget = v.object({
  limit: v.number(),
  used: v.number(),
  remaining: v.number(),
  premium_only: v.number(),
})
type NotificationBudget = v.InferOutput<typeof Budget>

/**
 * What the server says of today's number of notifications, and of those that only premium shows. Asked anew with each `asked` and when the connection
 * returns, not at all for null; null until it is known.
 */
export function useNotificationBudget(asked: unknown): NotificationBudget | null {
  const { rest } = useApp()
  const online = useOnline()
  const [budget, setBudget] = useState<NotificationBudget | null>(null)
  useEffect(() => {
    if (!online || asked === null) return
    let isCurrent = true
    rest('rpc/notification_budget', { body: {}, asPerson: true })
      .then(({ body }) => isCurrent && setBudget(v.parse(Budget, body)))
      // Nothing is shown instead: it is asked again
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [rest, online, asked])
  return budget
}
