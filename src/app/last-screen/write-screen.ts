/** Everything a last screen may be made of; whatever else stands in a screen is left out with all that is in it. */
const TAGS = new Set(
  'a abbr article aside b br button dd div dl dt em figcaption figure footer h1 h2 h3 h4 header hr i img li nav ol p section small span strong time ul svg g path circle ellipse line polygon polyline rect text tspan'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'alt width height decoding viewbox d points cx cy r rx ry x y dx dy x1 x2 y1 y2 fill fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin text-anchor transform'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr', 'img'])
/** For ears only. */
const UNSEEN = /(?:^| )sr-only(?: |$)/
/** Classes that matter once something is done to an element. */
const DEED =
  /^(?:transition|duration-|ease-|cursor-|(?:group-|peer-)?(?:hover|focus|focus-visible|focus-within|active|disabled)[:/])/
const INSIDE = /^\/(?![/\\])/
/** Items of a list that are written whole: more than the largest screen shows. */
const NEAR = 16
/** Of a list whose further items keep their room without being drawn. */
const KEEPS_ITS_ROOM = /(?:^| )video-item(?: |$)/
/** Characters; what is further down the screen is not kept. */
const MAX_LENGTH = 160_000

/**
 * What an element shows to the eye, as inert HTML: no scripts, handlers, styles, names, form fields or addresses elsewhere; nothing takes the focus. What is marked
 * `data-momentary` keeps its place and is not seen: it may not be true any more.
 */
export function writeScreen(main: Element): string {
  let html = ''
  const write = (node: Node): void => {
    if (html.length > MAX_LENGTH) return
    if (node instanceof Text) html += escaped(node.data)
    if (!(node instanceof Element) || !isSeen(node)) return
    const tag = node.localName
    if (isFar(node)) return void (html += `<li${attributesOf(node)}>${linksIn(node)}</li>`)
    html += `<${tag}${attributesOf(node)}>`
    if (EMPTY.has(tag)) return
    node.childNodes.forEach(write)
    html += `</${tag}>`
  }
  main.childNodes.forEach(write)
  return html
}

/** Nobody comes so far down before the app itself is there, and reading it all would hold up what is seen. */
function isFar(element: Element): boolean {
  if (element.localName !== 'li' || !KEEPS_ITS_ROOM.test(element.className)) return false
  let before = 0
  for (let item = element.previousElementSibling; item && before < NEAR; item = item.previousElementSibling)
    before++
  return before === NEAR
}

/** What it is called and where it leads. */
const linksIn = (item: Element): string =>
  Array.from(item.querySelectorAll('article'), (article) => {
    const links = Array.from(article.querySelectorAll('a'), (link) => {
      const href = link.getAttribute('href') ?? ''
      const to = isKept('a', 'href', href) ? ` href="${escaped(href)}"` : ''
      return `<a${to} tabindex="-1">${escaped(link.textContent)}</a>`
    })
    return `<article>${links.join('')}</article>`
  }).join('')

const isSeen = (element: Element): boolean =>
  TAGS.has(element.localName) &&
  !element.hasAttribute('hidden') &&
  !UNSEEN.test(element.getAttribute('class') ?? '')

function attributesOf(element: Element): string {
  const classes = (element.getAttribute('class') ?? '')
    .split(/\s+/)
    .filter((name) => name && !DEED.test(name))
  let written = classes.length > 0 ? ` class="${escaped(classes.join(' '))}"` : ''
  for (const { name, value } of element.attributes)
    if (isKept(element.localName, name, value)) written += ` ${name}="${escaped(value)}"`
  if (element.localName === 'a' || element.localName === 'button') written += ' tabindex="-1"'
  // The first paint does not wait behind the asking for pictures
  if (element.localName === 'img') written += ' loading="lazy"'
  if (element.hasAttribute('data-momentary')) written += ' data-momentary=""'
  return written
}

function isKept(tag: string, name: string, value: string): boolean {
  if (tag === 'a' && name === 'href') return INSIDE.test(value)
  if (tag === 'img' && name === 'src') return INSIDE.test(value) || /^https?:/i.test(value)
  return ATTRIBUTES.has(name.toLowerCase())
}

const escaped = (text: string): string =>
  text.replace(/[&<>"\u00a0]/g, (character) => `&#${character.charCodeAt(0)};`)
