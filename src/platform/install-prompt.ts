import { createValue, type ObservableValue } from './observable-value.ts'

/** Chromium's offer to install the app; not in the DOM typings. */
type PromptEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }
const isPrompt = (event: Event): event is PromptEvent => 'prompt' in event

const offered = createValue<PromptEvent | null>(null)
const installed = createValue(false)
type Watched<T> = Pick<ObservableValue<T>, 'read' | 'listen'>

/** The browser's offer, null while there is none. */
export const installPrompt: Watched<PromptEvent | null> = offered
/** true once the app was installed while this page was open. */
export const justInstalled: Watched<boolean> = installed

/** The browser offers once, and early: to be called before anything else is loaded. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return
    // The app asks in its own words, by the rules of spec §4
    event.preventDefault()
    offered.set(event)
  })
  window.addEventListener('appinstalled', () => {
    offered.set(null)
    installed.set(true)
  })
}

/** Shows the browser's own question, which an offer allows once. Answers whether the person agreed. */
export async function askToInstall(): Promise<boolean> {
  const prompt = offered.read()
  offered.set(null)
  return (await prompt?.prompt())?.outcome === 'accepted'
}
