/** Whether something was so when this device last knew: for the first frames, before it is read anew. Forgotten with everything else when the account leaves. */
export type DeviceMark = {
  /** false where the browser keeps nothing. */
  isSet: () => boolean
  set: (isSo: boolean) => void
}

export const deviceMark = (key: string): DeviceMark => ({
  isSet: () => {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  },
  set: (isSo) => {
    try {
      if (isSo) localStorage.setItem(key, 'yes')
      else localStorage.removeItem(key)
    } catch {}
  },
})
