import { useEffect, useRef, useState } from 'react'
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
 * What the server says of today's number of notifications, and of those that only premium shows. Asked once for each `asked`, when there is a
 * connection, and not at all for null; null until it is known.
 */
export function useNotificationBudget(asked: unknown): NotificationBudget | null {
  const { rest } = useApp()
  const online = useOnline()
  const [budget, setBudget] = useState<NotificationBudget | null>(null)
  const answered = useRef<unknown>(null)
  useEffect(() => {
    // A connection that returns costs no request of its own
    if (!online || asked === null || answered.current === asked) return
    let isCurrent = true
    rest('rpc/notification_budget', { body: {}, asPerson: true })
      .then(({ body }) => {
        if (!isCurrent) return
        setBudget(v.parse(Budget, body))
        answered.current = asked
      })
      // Nothing is shown instead: it is asked again
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [rest, online, asked])
  return budget
}
