/** Runs in the page of every engine: finds elements for the port, and says where to click. */
import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { Point } from '../port.ts'
import type { Sought, SoughtText } from '../sought.ts'

/** Two frames; a page that paints none is not waited for longer. */
const FRAME_MS = 100

const matcher = (sought: SoughtText): string | RegExp =>
  typeof sought === 'string' ? sought : new RegExp(sought.source, sought.flags)

function matches(sought: Sought): Element[] {
  const scope = sought.within === undefined ? document.body : found(sought.within)[0]
  if (!(scope instanceof HTMLElement)) return []
  const { containing } = sought
  return all(sought, scope).filter(
    (element) => containing === undefined || (element.textContent ?? '').includes(containing),
  )
}

function all(sought: Sought, scope: HTMLElement): Element[] {
  if ('css' in sought) return [...scope.querySelectorAll(sought.css)]
  if ('label' in sought) return queryAllByLabelText(scope, matcher(sought.label))
  if ('text' in sought) return queryAllByText(scope, matcher(sought.text))
  const { role, name, within: _, containing: __, ...states } = sought
  return queryAllByRole(scope, role, { ...states, ...(name === undefined ? {} : { name: matcher(name) }) })
}

const isVisible = (element: Element): boolean => {
  if (!element.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

const found = (sought: Sought): Element[] => matches(sought).filter(isVisible)

const nextFrame = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })

const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null

/** Where to press the first match, or why that is not possible yet. */
async function aim(sought: Sought): Promise<Point | string> {
  const [element] = found(sought)
  if (element === undefined) return `there is none (${matches(sought).length} are hidden)`
  if (isDisabled(element)) return 'it is disabled'
  if (!isInViewport(element))
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await nextFrame()
  await nextFrame()
  const after = element.getBoundingClientRect()
  if (before.x !== after.x || before.y !== after.y) return 'it moves'
  // A link that is wrapped has its middle beside itself
  const [box = after] = element.getClientRects()
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  const hit = document.elementFromPoint(point.x, point.y)
  const isHit = hit !== null && (element.contains(hit) || isLabelOf(hit, element))
  if (!isHit) return `it is covered by ${described(hit)}`
  aimedAt = sought
  return point
}

const described = (element: Element | null): string => element?.outerHTML.slice(0, 120) ?? 'nothing'

/** What the next press is for. */
let aimedAt: Sought | undefined
/** What a press met that was not for it: the page moved under it. */
let missed: string | null = null
let isMiss = false

/** A person would see that the target moved: whatever else lies there now hears nothing of the press. */
function keepPress(event: Event): void {
  if (event.type === 'pointerdown') {
    const { target } = event
    isMiss = aimedAt !== undefined && target instanceof Element && !isOneOf(found(aimedAt), target)
    if (isMiss && target instanceof Element) missed = described(target)
    aimedAt = undefined
  }
  if (!isMiss) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
  addEventListener(kind, keepPress, { capture: true })

const isOneOf = (elements: Element[], target: Element): boolean =>
  elements.some((element) => element.contains(target) || isLabelOf(target, element))

function takeMiss(): string | null {
  const taken = missed
  missed = null
  return taken
}

function isInViewport(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const point = [(left + right) / 2, (top + bottom) / 2] as const
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && covers(element, point)
}

const covers = (element: Element, point: readonly [number, number]): boolean => {
  const hit = document.elementFromPoint(...point)
  return hit !== null && element.contains(hit)
}

const isLabelOf = (hit: Element, element: Element): boolean => hit.closest('label')?.control === element

type FillableByScript = HTMLInputElement | HTMLSelectElement
const SET_BY_SCRIPT = 'select, input:is([type=date], [type=datetime-local], [type=time], [type=range])'

/** Answers whether the field took the value without input; otherwise what it holds is selected, to be typed over. */
function prepareFill(sought: Sought, value: string): boolean {
  const [field] = found(sought)
  if (field?.matches(SET_BY_SCRIPT) && isFillable(field)) {
    const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
    // React's own setter would hide the change from React
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    return true
  }
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  return false
}

const isFillable = (field: Element): field is FillableByScript =>
  field instanceof HTMLSelectElement || field instanceof HTMLInputElement

const lookup = {
  aim,
  takeMiss,
  prepareFill,
  count: (sought: Sought) => found(sought).length,
  text: (sought: Sought) => {
    const [element] = found(sought)
    return element instanceof HTMLElement ? element.innerText : (element?.textContent ?? null)
  },
  value: (sought: Sought) => {
    const [field] = found(sought)
    return field !== undefined && 'value' in field ? String(field.value) : null
  },
  exists: (sought: Sought) => matches(sought).length > 0,
  first: (sought: Sought) => matches(sought)[0] ?? null,
}
export type Lookup = typeof lookup

declare global {
  var engineLookup: Lookup | undefined
}
globalThis.engineLookup = lookup
