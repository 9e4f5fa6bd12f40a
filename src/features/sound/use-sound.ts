import { useEffect } from 'react'
import { pageSounder } from './page-sounder.ts'
import { followOtherTabs } from './sound-settings.ts'

/** A finger's touch lets a page sound when it ends, a mouse's when it begins. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const

/** Lets sounds wait for the first touch of the page, and follow what other tabs set. */
export function useSound(): void {
  useEffect(() => {
    const touched = (): void => void pageSounder().interacted()
    for (const touch of TOUCHES) addEventListener(touch, touched, { passive: true })
    const stopFollowing = followOtherTabs()
    return () => {
      for (const touch of TOUCHES) removeEventListener(touch, touched)
      stopFollowing()
    }
  }, [])
}
