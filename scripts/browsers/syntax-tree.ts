import { parseAst } from 'vite'

/** A node of ESTree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const IGNORED = new Set(['parent', 'loc', 'range'])

export function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    if (IGNORED.has(key)) continue
    if (Array.isArray(value)) found.push(...value.filter(isNode))
    else if (isNode(value)) found.push(value)
  }
  return found
}

/** Visits every node below `node` and itself; `ancestors` begins with the nearest. */
export function visit(node: Node, enter: (node: Node, ancestors: readonly Node[]) => void): void {
  const ancestors: Node[] = []
  const step = (current: Node): void => {
    enter(current, ancestors)
    ancestors.unshift(current)
    for (const child of childrenOf(current)) step(child)
    ancestors.shift()
  }
  step(node)
}

/** Throws where the text does not parse. */
export const parse = (code: string): Node => {
  const program: unknown = parseAst(code)
  if (!isNode(program)) throw new Error('no program')
  return program
}

/** The name of an identifier; undefined for other nodes. */
export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined

/** The text of a literal, or of a template without expressions. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  const [only, ...more] = node.type === 'TemplateLiteral' ? childrenOf(node) : []
  const value: unknown = more.length === 0 ? only?.['value'] : undefined
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
    ? value.cooked
    : undefined
}

/** The property that a member expression reads, written `a.name` or `a['name']`. */
export const propertyOf = (node: Node): string | undefined =>
  node['computed'] === true ? textOf(node['property']) : nameOf(node['property'])

/** Every name that a program binds: variables, parameters, functions, classes, imports. */
export function boundNames(program: Node): Set<string> {
  const bound = new Set<string>()
  const bind = (pattern: unknown): void => {
    const name = nameOf(pattern)
    if (name !== undefined) bound.add(name)
    else if (isNode(pattern)) {
      if (pattern.type === 'AssignmentPattern') bind(pattern['left'])
      else if (pattern.type === 'RestElement') bind(pattern['argument'])
      else if (pattern.type === 'Property') bind(pattern['value'])
      else for (const child of childrenOf(pattern)) bind(child)
    }
  }
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') bind(node['id'])
    else if (/Function|Class/.test(node.type)) {
      bind(node['id'])
      if (Array.isArray(node['params'])) node['params'].forEach(bind)
    } else if (node.type === 'CatchClause') bind(node['param'])
    else if (/^Import.*Specifier$/.test(node.type)) bind(node['local'])
  })
  return bound
}

/** The names of members that a program makes itself: in objects, in classes, by assigning them. */
export function madeMembers(program: Node): Set<string> {
  const made = new Set<string>()
  const make = (name: string | undefined) => name !== undefined && made.add(name)
  visit(program, (node) => {
    if (node.type === 'ObjectExpression' || node.type === 'ClassBody')
      for (const member of childrenOf(node)) {
        const key = member['key']
        if (member['computed'] !== true) make(nameOf(key) ?? textOf(key))
      }
    const target = node.type === 'AssignmentExpression' ? node['left'] : undefined
    if (isNode(target) && target.type === 'MemberExpression') make(propertyOf(target))
  })
  return made
}
