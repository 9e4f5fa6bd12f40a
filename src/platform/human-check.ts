import * as v from 'valibot'
import { HUMAN_CHECK_SCRIPT } from '#domain/own-documents.ts'
import { humanCheckPlace } from './human-check-place.ts'

/** `missing`: it did not load in time; `failed`: it saw no human. */
export type HumanCheckResult = { token: string } | { failure: 'missing' | 'failed' }
type Settings = { siteKey: string; scriptUrl?: string | undefined }

const DOCUMENT = '/human-check.html'
/** `data-page` of that document, which no captive portal has. */
const MARK = 'human-check'
const LIMIT_MS = 20_000
/** For who has to press something. */
const PRESS_LIMIT_MS = 180_000
/** Narrower than that the widget needs its other form (Cloudflare's numbers). */
const FLEXIBLE_MIN_PX = 300
const HIDDEN = 'pointer-events-none absolute size-px opacity-0'
const SHOWN = { flexible: 'block h-[66px] w-full', compact: 'mx-auto block h-[142px] w-[152px]' }

type Turnstile = { render: (container: HTMLElement, options: object) => unknown }
const Loaded = v.object({
  turnstile: v.custom<Turnstile>((input) => v.is(v.object({ render: v.function() }), input)),
})

/**
 * A token that shows the auth server that a human asks; for one request, within five minutes. Runs in a
 * frame with a document and a policy of its own, since the app's documents run no scripts of others
 * (docs/decisions). Nothing is seen of it unless somebody has to press something.
 */
export async function checkHuman(settings: Settings): Promise<HumanCheckResult> {
  const place = humanCheckPlace()
  const frame = document.createElement('iframe')
  frame.title = '自動操作でないことの確認'
  frame.className = HIDDEN
  frame.tabIndex = -1
  frame.src = DOCUMENT
  const size = (place.parentElement ?? place).clientWidth < FLEXIBLE_MIN_PX ? 'compact' : 'flexible'
  let limit: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<HumanCheckResult>((resolve) => {
      limit = setTimeout(resolve, LIMIT_MS, { failure: 'missing' })
      const show = (): void => {
        clearTimeout(limit)
        limit = setTimeout(resolve, PRESS_LIMIT_MS, { failure: 'failed' })
        frame.className = SHOWN[size]
        frame.removeAttribute('tabindex')
        frame.scrollIntoView({ block: 'nearest' })
      }
      frame.onload = () => {
        loadWidget(frame, settings.scriptUrl ?? HUMAN_CHECK_SCRIPT)
          .then((render) => render(optionsOf(settings.siteKey, size, resolve, show)))
          .catch(() => resolve({ failure: 'missing' }))
      }
      place.append(frame)
    })
  } finally {
    clearTimeout(limit)
    frame.remove()
  }
}

/** Of `turnstile.render`, as Cloudflare documents them. */
function optionsOf(
  sitekey: string,
  size: keyof typeof SHOWN,
  end: (result: HumanCheckResult) => void,
  show: () => void,
) {
  const fail = (): void => end({ failure: 'failed' })
  return {
    sitekey,
    size,
    theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
    language: 'ja',
    appearance: 'interaction-only',
    retry: 'never',
    'refresh-expired': 'never',
    'response-field': false,
    callback: (token: string) => end({ token }),
    'error-callback': fail,
    'timeout-callback': fail,
    'unsupported-callback': fail,
    'before-interactive-callback': show,
  }
}

/** Rejects where the frame shows another document, or the script does not come. */
async function loadWidget(frame: HTMLIFrameElement, src: string): Promise<(options: object) => unknown> {
  const inside = frame.contentDocument
  if (inside?.documentElement.dataset['page'] !== MARK) throw new Error('not our document')
  const script = inside.createElement('script')
  await new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
    script.src = src
    inside.head.append(script)
  })
  const { turnstile } = v.parse(Loaded, frame.contentWindow)
  inside.body.style.margin = '0'
  const container = inside.createElement('div')
  inside.body.append(container)
  return (options) => turnstile.render(container, options)
}
