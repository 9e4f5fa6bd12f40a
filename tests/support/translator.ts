/**
 * Does to a document what Chrome's translator does: replaces each text, now and whenever one comes, by
 * `<font><font>…`, whose text begins with ‹. Needs nothing around it, so that it can be sent into a page.
 * Returns what ends it.
 */
export function translate(root: Node): () => void {
  const skipped = 'font, script, style, textarea, svg, [translate="no"]'
  const replace = (text: Text): void => {
    if (text.data.trim() === '' || !text.isConnected || text.parentElement?.closest(skipped)) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = `‹${text.data}›`
    outer.append(inner)
    text.replaceWith(outer)
  }
  const replaceBelow = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node instanceof Text ? [node] : []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) replace(text)
  }
  replaceBelow(root)
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text) replaceBelow(target)
      for (const added of addedNodes) replaceBelow(added)
    }
  })
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
