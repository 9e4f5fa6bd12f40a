import { type Feature, featureAt } from './compat-data.ts'
import { isNode, type Node } from './syntax-tree.ts'

const js = (...keys: string[]) => featureAt('javascript', ...keys)

/** Parts of a pattern, each with its place in the data. */
const OF_PATTERNS: [written: RegExp, keys: string[]][] = [
  [/\(\?<[=!]/, ['regular_expressions', 'lookbehind_assertion']],
  [/\(\?<[^=!]/, ['regular_expressions', 'named_capturing_group']],
  [/\(\?[ims]*-?[ims]*:(?<!\(\?:)/, ['regular_expressions', 'modifier']],
  [/\\p\{/i, ['regular_expressions', 'unicode_character_class_escape']],
]
const OF_FLAGS: Record<string, string> = {
  d: 'hasIndices',
  g: 'global',
  s: 'dotAll',
  u: 'unicode',
  v: 'unicodeSets',
  y: 'sticky',
}

function ofPattern(literal: unknown): (Feature | undefined)[] {
  if (typeof literal !== 'object' || literal === null || !('pattern' in literal) || !('flags' in literal))
    return []
  const { pattern, flags } = literal
  if (typeof pattern !== 'string' || typeof flags !== 'string') return []
  const names = [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name)
  return [
    ...OF_PATTERNS.filter(([written]) => written.test(pattern)).map(([, keys]) => js(...keys)),
    ...Object.entries(OF_FLAGS).map(([flag, name]) =>
      flags.includes(flag) ? js('builtins', 'RegExp', name) : undefined,
    ),
    new Set(names).size < names.length
      ? js('regular_expressions', 'named_capturing_group', 'duplicate_named_capturing_groups')
      : undefined,
  ]
}

const isInFunction = (ancestors: readonly Node[]): boolean =>
  ancestors.some(({ type }) => /Function/.test(type))

/** What of the language a node uses that not every browser with modules has. The compatibility data says which versions do. */
export function syntaxFeatures(node: Node, ancestors: readonly Node[]): Feature[] {
  const found: (Feature | undefined)[] = []
  const operator = node['operator']
  switch (node.type) {
    case 'StaticBlock':
      found.push(js('classes', 'static', 'initialization_blocks'))
      break
    case 'PropertyDefinition':
      found.push(js('classes', node['static'] === true ? 'static' : 'public_class_fields'))
      break
    case 'PrivateIdentifier':
      found.push(
        ancestors[0]?.type === 'BinaryExpression'
          ? js('classes', 'private_class_fields_in')
          : js(
              'classes',
              ancestors[0]?.type === 'MethodDefinition' ? 'private_class_methods' : 'private_class_fields',
            ),
      )
      break
    case 'AwaitExpression':
      if (!isInFunction(ancestors)) found.push(js('operators', 'await', 'top_level'))
      break
    case 'ForOfStatement':
      if (node['await'] === true) found.push(js('statements', 'for_await_of'))
      break
    case 'VariableDeclaration':
      if (node['kind'] === 'using') found.push(js('statements', 'using'))
      if (node['kind'] === 'await using') found.push(js('statements', 'await_using'))
      break
    case 'AssignmentExpression':
      if (operator === '??=') found.push(js('operators', 'nullish_coalescing_assignment'))
      if (operator === '||=') found.push(js('operators', 'logical_or_assignment'))
      if (operator === '&&=') found.push(js('operators', 'logical_and_assignment'))
      break
    case 'LogicalExpression':
      if (operator === '??') found.push(js('operators', 'nullish_coalescing'))
      break
    case 'ChainExpression':
      found.push(js('operators', 'optional_chaining'))
      break
    case 'CatchClause':
      if (!isNode(node['param'])) found.push(js('statements', 'try_catch', 'optional_catch_binding'))
      break
    case 'ImportExpression':
      if (isNode(node['options'])) found.push(js('operators', 'import', 'options_parameter'))
      if (node['phase'] === 'defer' || node['phase'] === 'source')
        found.push(js('operators', 'import', node['phase'] === 'defer' ? 'defer' : 'import_source'))
      break
    case 'ImportDeclaration':
      if (Array.isArray(node['attributes']) && node['attributes'].length > 0)
        found.push(js('statements', 'import', 'import_attributes'))
      if (node['phase'] === 'defer' || node['phase'] === 'source')
        found.push(js('statements', 'import', node['phase'] === 'defer' ? 'defer' : 'import_source'))
      break
    case 'Literal':
      found.push(...ofPattern(node['regex']))
      break
  }
  return found.filter((feature) => feature !== undefined)
}
