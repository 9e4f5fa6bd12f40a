import { type Feature, featureAt, lackingAll, lackingBrowsers, type Use } from './compat-data.ts'
import { isGuarded } from './guards.ts'
import {
  attributeFeatures,
  eventFeatures,
  globalFeatures,
  iteratorFeatures,
  memberFeatures,
  unknownMember,
} from './names.ts'
import { syntaxFeatures } from './syntax.ts'
import {
  boundNames,
  childrenOf,
  isNode,
  type Node,
  nameOf,
  propertyOf,
  textOf,
  visit,
} from './syntax-tree.ts'

const GLOBAL_OBJECTS = new Set(['window', 'self', 'globalThis'])
/** An identifier there names something of its own, and reads no variable. */
const isKey = (node: Node, parent: Node): boolean =>
  (parent.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true) ||
  (/^(Property|MethodDefinition|PropertyDefinition|AccessorProperty)$/.test(parent.type) &&
    parent['key'] === node &&
    parent['computed'] !== true) ||
  /^(Labeled|Break|Continue)Statement$|Specifier$|^MetaProperty$/.test(parent.type)

const isWritten = (node: Node, parent: Node | undefined): boolean =>
  (parent?.type === 'AssignmentExpression' && parent['left'] === node && parent['operator'] === '=') ||
  (parent?.type === 'UnaryExpression' && parent['operator'] === 'delete')

/** What the attributes and the styles of an element are, made by `jsx('dialog', { closedby: 'any' })`. */
function ofElement(node: Node): { written: string; name: string; features: Feature[] }[] {
  const [tag, props]: unknown[] =
    node.type === 'CallExpression' && Array.isArray(node['arguments']) ? node['arguments'] : []
  const element = textOf(tag)
  if (
    element === undefined ||
    !isNode(props) ||
    props.type !== 'ObjectExpression' ||
    !/^[a-z]\w*$/.test(element)
  )
    return []
  const present = (features: (Feature | undefined)[]) => features.filter((feature) => feature !== undefined)
  return propertiesOf(props).flatMap(({ name, value }) => {
    const attribute = name.toLowerCase()
    const styles =
      name === 'style' && isNode(value) && value.type === 'ObjectExpression' ? propertiesOf(value) : []
    return [
      {
        written: `<${element} ${attribute}>`,
        name,
        features: present(attributeFeatures(element, attribute)),
      },
      ...styles.map((style) => {
        const property = style.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        return {
          written: property,
          name: style.name,
          features: present([featureAt('css', 'properties', property)]),
        }
      }),
    ]
  })
}

const propertiesOf = (object: Node): { name: string; value: unknown }[] =>
  childrenOf(object).flatMap((property) => {
    const name =
      property['computed'] === true ? undefined : (nameOf(property['key']) ?? textOf(property['key']))
    return name === undefined ? [] : [{ name, value: property['value'] }]
  })

/** Methods that answer iterators; with an argument they are others, such as `Object.values(object)`. */
const ITERATOR_MAKERS = new Set(['values', 'keys', 'entries'])

/** The method that makes the iterator, if `object` is the call of one: `.values`. */
function iteratorMaker(object: unknown): string | undefined {
  if (!isNode(object) || object.type !== 'CallExpression' || !isNode(object['callee'])) return undefined
  const maker = object['callee'].type === 'MemberExpression' ? propertyOf(object['callee']) : undefined
  const hasArguments = Array.isArray(object['arguments']) && object['arguments'].length > 0
  const isMaker = maker === 'matchAll' || (maker !== undefined && ITERATOR_MAKERS.has(maker) && !hasArguments)
  return isMaker ? `.${maker}` : undefined
}

/** Is every member only missing where the object is missing too, so that a test of the object is enough? */
function isMissingWith(members: readonly Feature[], objects: readonly Feature[]): boolean {
  const withoutObject = new Set(lackingAll(objects).flatMap((each) => lackingBrowsers(each)))
  return members.every((member) => lackingBrowsers(member).every((browser) => withoutObject.has(browser)))
}

/** Finds what of a program a supported browser lacks and no test around it looks for. `made`: the members that the whole build makes itself. */
export function scriptFeatures(program: Node, made: ReadonlySet<string>): Use[] {
  const bound = boundNames(program)
  const uses: Use[] = []
  const add = (
    written: string,
    name: string,
    features: Feature[],
    node: Node,
    ancestors: readonly Node[],
    more: readonly string[] = [],
  ) => {
    const lacking = lackingAll(features)
    if (lacking.length === 0 || [name, ...more].some((each) => isGuarded(each, node, ancestors))) return
    uses.push({ written, features: lacking, offset: node.start })
  }
  const freeName = (node: unknown): string | undefined => {
    const name = nameOf(node)
    return name !== undefined && !bound.has(name) ? name : undefined
  }
  /** `Promise`, `navigator.storage`, `Array.prototype`; without `window.` before it. */
  const receiverOf = (node: unknown): string | undefined => {
    if (!isNode(node)) return undefined
    if (node.type === 'ChainExpression') return receiverOf(node['expression'])
    if (node.type !== 'MemberExpression') return freeName(node)
    const [object, property] = [receiverOf(node['object']), propertyOf(node)]
    if (object === undefined || property === undefined) return undefined
    return GLOBAL_OBJECTS.has(object) ? property : `${object}.${property}`
  }

  visit(program, (node, ancestors) => {
    const [parent] = ancestors
    for (const feature of syntaxFeatures(node, ancestors)) add(feature.path, '', [feature], node, ancestors)
    const free = freeName(node)
    if (free !== undefined && parent && !isKey(node, parent))
      add(free, free, globalFeatures(free), node, ancestors)
    if (node.type === 'MemberExpression' && !isWritten(node, parent)) {
      const name = propertyOf(node)
      if (name === undefined) return
      const receiver = receiverOf(node['object'])
      if (receiver !== undefined && GLOBAL_OBJECTS.has(receiver))
        return add(name, name, globalFeatures(name), node, ancestors)
      const known = receiver === undefined ? undefined : memberFeatures(receiver, name)
      if (receiver !== undefined && known) {
        const root = receiver.split('.')[0] ?? ''
        const owners = isMissingWith(known, globalFeatures(root)) ? [root] : []
        return add(`${receiver}.${name}`, name, known, node, ancestors, owners)
      }
      const maker = iteratorMaker(node['object'])
      const ofIterator = maker === undefined ? [] : iteratorFeatures(name)
      if (ofIterator.length > 0) return add(`${maker}().${name}`, name, ofIterator, node, ancestors)
      add(`.${name}`, name, unknownMember(name, made.has(name)), node, ancestors)
    }
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && node['id'].type === 'ObjectPattern') {
      const receiver = receiverOf(node['init'])
      const properties: unknown = node['id']['properties']
      if (receiver === undefined || !Array.isArray(properties)) return
      for (const property of properties.filter(isNode)) {
        const name = nameOf(property['key'])
        if (name === undefined) continue
        const features = GLOBAL_OBJECTS.has(receiver) ? globalFeatures(name) : memberFeatures(receiver, name)
        add(`${receiver}.${name}`, name, features ?? [], property, ancestors)
      }
    }
    for (const { written, name, features } of ofElement(node)) add(written, name, features, node, ancestors)
    if (node.type === 'CallExpression' && isNode(node['callee']) && Array.isArray(node['arguments'])) {
      const event = textOf(node['arguments'][0])
      const callee =
        node['callee'].type === 'MemberExpression' ? propertyOf(node['callee']) : nameOf(node['callee'])
      if (callee === 'addEventListener' && event !== undefined)
        add(`addEventListener('${event}')`, event, eventFeatures(event), node, ancestors)
    }
  })
  return uses
}
