/** By a node of the app that was taken out of the document: what was put in its place. */
const standIns = new WeakMap<Node, ChildNode[]>()

/**
 * What stands in the document for a node that is not there: what was put in its place, however often that
 * was replaced.
 */
function placesOf(node: Node, seen = new Set<Node>()): ChildNode[] {
  if (seen.has(node)) return []
  seen.add(node)
  return (standIns.get(node) ?? []).flatMap((one) => (one.isConnected ? one : placesOf(one, seen)))
}

/** The child of `parent` that is or holds this node. */
function childHolding(parent: Node, node: Node | undefined): Node | null {
  let child: Node | null = node ?? null
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

const clear = (node: Node): void => placesOf(node).forEach((place) => place.remove())

/**
 * A text that the app changes comes back, in place of what stands for it: whoever replaced it may do so
 * again.
 */
function bringBack(records: MutationRecord[]): void {
  for (const { target } of records) {
    if (!(target instanceof Text) || target.isConnected) continue
    placesOf(target)[0]?.before(target)
    clear(target)
  }
}

/**
 * Keeps the app going where the document below `root` is changed by others: a browser's translator replaces
 * each text, extensions wrap, replace and add. Guarantees: what React takes away, moves or inserts beside a
 * node that is not where React left it does not throw, and lands where that node's stand-in is; a text that
 * changes is the text that is seen, until it is translated anew. Hazard: React's own renderer throws
 * `NotFoundError` in all these cases, which ends the screen, and changes texts that nobody sees.
 */
export function bearForeignNodes(root: Node): void {
  const texts = new MutationObserver(bringBack)
  const note = (records: MutationRecord[]): void => {
    const besides = new Map<Node | null, NodeList>()
    for (const { addedNodes, previousSibling, nextSibling } of records) {
      if (addedNodes.length === 0) continue
      besides.set(previousSibling, addedNodes)
      besides.set(nextSibling, addedNodes)
    }
    for (const { removedNodes, addedNodes } of records) {
      for (const removed of removedNodes) {
        const added = addedNodes.length > 0 ? addedNodes : besides.get(removed)
        if (added === undefined || removed.isConnected) continue
        const places = [...added].filter((one) => one instanceof Element || one instanceof Text)
        standIns.set(removed, places)
        if (removed instanceof Text) texts.observe(removed, { characterData: true })
      }
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(root, { childList: true, subtree: true })
  const lookNow = (): void => note(observer.takeRecords())

  // oxlint-disable-next-line unbound-method -- each is called with its node as `this`
  const { appendChild, insertBefore, removeChild } = Node.prototype
  /** A node that comes back by itself leaves no stand-in behind. */
  const returning = (node: Node): void => {
    if (node.parentNode === null && standIns.has(node)) clear(node)
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    returning(node)
    return appendChild.call<Node, [T], T>(this, node)
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    returning(node)
    let place = before
    if (before && before.parentNode !== this) {
      lookNow()
      place = childHolding(this, before.isConnected ? before : placesOf(before)[0])
    }
    return insertBefore.call<Node, [T, Node | null], T>(this, node, place)
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    // Somebody wrapped it
    const parent = this.contains(child) ? child.parentNode : null
    if (parent || child.isConnected) return removeChild.call<Node, [T], T>(parent ?? this, child)
    lookNow()
    clear(child)
    return child
  }
}
