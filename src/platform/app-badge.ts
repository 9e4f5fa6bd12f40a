/** The number on the installed app's icon; none for 0. Where there are no badges, nothing. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  // A browser may refuse: then there is none.
  navigator.setAppBadge(count).catch(() => {})
}
