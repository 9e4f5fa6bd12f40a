import { handDevice, isApp } from '#platform/installed.ts'

/** Stays when an account leaves the device: it tells of nobody. */
const KEY = 'mirutomo-app-started'

/** True until the app on the home screen of iOS, which does not share Safari's storage, has said that one signs in once more. */
export function isFirstStart(): boolean {
  if (!isApp() || handDevice() !== 'ios') return false
  try {
    return localStorage.getItem(KEY) === null
  } catch {
    return false
  }
}

export function noteFirstStart(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    // Where nothing can be stored, nobody stays signed in either.
  }
}
