import { isNode, type Node, nameOf, propertyOf, textOf, visit } from './syntax-tree.ts'

const LEAVES = /^(Return|Throw|Break|Continue)Statement$/

/** Does an expression mention the name: as a property, an identifier, or the text of `'name' in …`? */
function mentions(expression: unknown, name: string): boolean {
  if (!isNode(expression)) return false
  let found = false
  visit(expression, (node) => {
    const mentioned =
      nameOf(node) ?? textOf(node) ?? (node.type === 'MemberExpression' ? propertyOf(node) : undefined)
    if (mentioned === name) found = true
  })
  return found
}

function leaves(statement: unknown): boolean {
  if (!isNode(statement)) return false
  if (statement.type !== 'BlockStatement') return LEAVES.test(statement.type)
  return Array.isArray(statement['body']) && leaves(statement['body'].at(-1))
}

/** Is a statement before this one an `if` that mentions the name and leaves the block? */
function leftBefore(block: Node, statement: Node, name: string): boolean {
  const list: unknown = block.type === 'SwitchCase' ? block['consequent'] : block['body']
  if (!Array.isArray(list)) return false
  return list
    .slice(0, list.indexOf(statement))
    .some(
      (each) =>
        isNode(each) &&
        each.type === 'IfStatement' &&
        mentions(each['test'], name) &&
        leaves(each['consequent']),
    )
}

/** Is what is read only tested, or read where it may be missing: `typeof x`, `x && …`, `x?.()`, `x?.y`? */
function isTest(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case 'ChainExpression':
      return false
    case 'UnaryExpression':
      return true
    case 'BinaryExpression':
      return true
    case 'LogicalExpression':
      return parent['left'] === node
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent['test'] === node
    case 'CallExpression':
      return parent['callee'] === node && parent['optional'] === true
    case 'MemberExpression':
      return parent['object'] === node && parent['optional'] === true
    default:
      return false
  }
}

/** Does the code around a use of `name` test that there is one? Knows tests by their place, not what they compare. */
export function isGuarded(name: string, node: Node, ancestors: readonly Node[]): boolean {
  let child = node
  for (const [index, parent] of ancestors.entries()) {
    if (index === 0 && isTest(child, parent)) return true
    if (index === 1 && ancestors[0]?.type === 'ChainExpression' && isTest(child, parent)) return true
    if (/^(If|Conditional)/.test(parent.type) && parent['test'] !== child && mentions(parent['test'], name))
      return true
    if (parent.type === 'LogicalExpression' && parent['right'] === child && mentions(parent['left'], name))
      return true
    if (leftBefore(parent, child, name)) return true
    child = parent
  }
  return false
}
