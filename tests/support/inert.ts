import type { Page } from 'playwright-core'

/** Ends every planted text, so that what follows it on a screen can be told. */
export const END = '終'

/**
 * What a planted text did on the present screen, one sentence each: something of it ran or became an element, an address became more than a way to a page, or a text that turns the direction
 * has neighbours that it turns.
 */
export function harmIn(page: Page): Promise<string[]> {
  return page.evaluate((end) => {
    const harm: string[] = []
    if ('hit' in window) harm.push('a planted script ran')
    for (const { outerHTML } of document.querySelectorAll(
      '#root :is(script, iframe, object, embed, base, meta, [onerror], [onload], [onclick], [srcdoc])',
    ))
      harm.push(`became an element: ${outerHTML.slice(0, 100)}`)
    for (const element of document.querySelectorAll('[href], [src], [action], [formaction], [data]'))
      for (const name of ['href', 'src', 'action', 'formaction', 'data']) {
        const address = element.getAttribute(name)
        if (address !== null && !/^(https?|mailto|blob):$/.test(new URL(address, document.baseURI).protocol))
          harm.push(`a dangerous address: ${address.slice(0, 100)}`)
      }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(node.textContent ?? '')) continue
      let around = node.parentElement
      while (around && !/isolate|plaintext/.test(getComputedStyle(around).unicodeBidi))
        around = around.parentElement
      const rest = (around?.textContent ?? '').split(end).pop() ?? ''
      if (rest.trim() !== '') harm.push(`turns what follows: ${around?.outerHTML.slice(0, 200)}`)
    }
    return harm
  }, END)
}
