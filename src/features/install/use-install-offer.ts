import { useEffect, useState, useSyncExternalStore } from 'react'
import { INSTALL_FALLBACK_MS } from '#domain/limits.ts'
import { askForBackgroundRefresh } from '#platform/background-refresh.ts'
import { deviceNow } from '#platform/clock.ts'
import { askToInstall, installPrompt, justInstalled } from '#platform/install-prompt.ts'
import { handDevice, isInstalled } from '#platform/installed.ts'
import { keepStorage } from '#platform/storage-quota.ts'
import { noteDismissal, wasDismissed } from './dismissal.ts'

/** prompt: the browser installs it · ios, android: the person adds it by hand. */
export type InstallOffer = 'prompt' | 'ios' | 'android'

type Install = {
  /** null: nothing is to be offered. */
  offer: InstallOffer | null
  install: () => Promise<void>
  dismiss: () => void
}

/** Spec §4, install banner: not where the app is installed, not within 24 h of being closed; by hand 5 s after there was no prompt. */
export function useInstallOffer(): Install {
  const prompt = useSyncExternalStore(installPrompt.listen, installPrompt.read)
  const installed = useSyncExternalStore(justInstalled.listen, justInstalled.read)
  const [isOpen, setIsOpen] = useState(false)
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    let isHere = true
    void isInstalled().then((known) => isHere && setIsOpen(!known && !wasDismissed(deviceNow())))
    const waiting = setTimeout(() => setHasWaited(true), INSTALL_FALLBACK_MS)
    return () => {
      isHere = false
      clearTimeout(waiting)
    }
  }, [])
  // What is just installed may do more in the background than a page
  useEffect(() => {
    void askForBackgroundRefresh()
    if (installed) keepStorage().catch(() => false)
  }, [installed])
  const dismiss = (): void => {
    noteDismissal(deviceNow())
    setIsOpen(false)
  }
  const install = async (): Promise<void> => {
    if (await askToInstall()) setIsOpen(false)
    else dismiss()
  }
  const byHand = hasWaited ? handDevice() : null
  return { offer: isOpen && !installed ? (prompt ? 'prompt' : byHand) : null, install, dismiss }
}
