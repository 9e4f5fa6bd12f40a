import { useEffect, useRef, useState } from 'react'
import type { FirebaseProject } from '#domain/verification.ts'
import { CHECK_CONTAINER } from './copy.ts'
import type { PhoneAuth, PhoneAuthFailure } from './phone-auth-port.ts'

export type OpenPhoneAuth = (project: FirebaseProject) => Promise<PhoneAuth>

/** Loads the SDK only when a form asks for it. */
export const openFirebase: OpenPhoneAuth = async (project) =>
  (await import('./phone-auth.ts')).openPhoneAuth(project)

/** What stands between the person and a code: nothing when `solved`. */
export type Check = 'preparing' | 'unsolved' | 'solved' | PhoneAuthFailure

/**
 * The service that sends codes, with its human check in the page's container while `wanted`. `renew` puts a fresh check there: each is good for
 * one code.
 */
export function usePhoneAuth(
  firebase: () => Promise<FirebaseProject | null>,
  wanted: boolean,
  open: OpenPhoneAuth,
): { auth: () => PhoneAuth | null; check: Check; renew: () => void } {
  const auth = useRef<PhoneAuth | null>(null)
  const [check, setCheck] = useState<Check>('preparing')
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (!wanted) return
    let current = true
    const show = (state: Check): void => {
      if (current) setCheck(state)
    }
    const prepare = async (): Promise<void> => {
      if (!auth.current) {
        const project = await firebase()
        if (!project) return show('phone_auth_not_ready')
        const opened = await open(project)
        // Two rounds may have begun; one service is enough
        if (auth.current || !current) opened.close()
        if (!current) return
        auth.current ??= opened
      }
      const failure = await auth.current.showCheck(CHECK_CONTAINER, (state) =>
        show(state === 'solved' ? 'solved' : state === 'expired' ? 'recaptcha_expired' : 'recaptcha_error'),
      )
      if (failure) show(failure)
      else if (current) setCheck((now) => (now === 'solved' ? now : 'unsolved'))
    }
    // What cannot be loaded cannot be shown: a chunk that is missing, an environment that does not answer
    prepare().catch(() => show('recaptcha_render_failed'))
    return () => {
      current = false
      setCheck('preparing')
    }
  }, [wanted, round, firebase, open])

  useEffect(
    () => () => {
      auth.current?.close()
      auth.current = null
    },
    [],
  )
  return { auth: () => auth.current, check, renew: () => setRound((before) => before + 1) }
}
