/**
 * In place of Cloudflare's script: `turnstile.render` puts a frame of the provider's own into the
 * container, which brings the token or says why there is none.
 */
export const WIDGET_SCRIPT = `(() => {
  const { origin } = new URL(document.currentScript.src)
  const widgets = new Map()
  addEventListener('message', (event) => {
    if (event.origin === origin) widgets.get(event.source)?.(event.data)
  })
  const render = (container, options) => {
    const frame = document.createElement('iframe')
    const asked = new URLSearchParams({ sitekey: options.sitekey, language: options.language ?? 'auto' })
    const show = (isShown) => {
      frame.style.cssText = 'border:0;width:100%;height:' + (isShown ? '65px' : '0')
    }
    show(options.appearance !== 'interaction-only')
    frame.src = origin + '/turnstile/v0/challenge?' + asked
    container.append(frame)
    widgets.set(frame.contentWindow, (told) => {
      if (told.interactive) {
        show(true)
        options['before-interactive-callback']?.()
      } else if (told.token) options.callback?.(told.token)
      else options['error-callback']?.(told.failure)
    })
    return 'cf-chl-widget-' + widgets.size
  }
  window.turnstile = { render }
})()
`

type Challenge = { failure: string } | { token: string; isPressed: boolean }

/** The document in that frame. `isPressed`: it waits until its box is pressed. */
export function challengePage(challenge: Challenge): string {
  const isPressed = 'isPressed' in challenge && challenge.isPressed
  const told = 'failure' in challenge ? { failure: challenge.failure } : { token: challenge.token }
  return `<!doctype html>
<html lang="ja">
  <meta charset="utf-8">
  <title>確認</title>
  <body style="margin:0;font-family:sans-serif">
    ${isPressed ? '<label><input type="checkbox" id="box"> 人間であることを確認します</label>' : ''}
    <script>
      const tell = (told) => parent.postMessage(told, '*')
      const end = () => tell(${JSON.stringify(told)})
      ${isPressed ? "tell({ interactive: true }); document.getElementById('box').onchange = end" : 'end()'}
    </script>
  </body>
</html>
`
}
