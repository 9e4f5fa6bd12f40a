import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Leads to the log-in screen and back here. */
export function useLoginNeeded(): () => void {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    () => void navigate({ to: '/login', search: { from: router.state.location.href } }),
    [navigate, router],
  )
}
