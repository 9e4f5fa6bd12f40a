/** A token after which the scanner stands behind it: a comment, a quoted text of any kind, a word, or one other character. */
const TOKEN =
  /--[^\n]*|\/\*|"(?:[^"]|"")*"|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[^]/y

/**
 * The statements of a SQL file, each without its semicolon, as the Supabase CLI records them. Semicolons in quotes, comments and
 * `begin atomic … end` bodies do not end a statement.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let depth = 0
  let previousWord = ''
  const token = new RegExp(TOKEN)
  for (let at = 0; at < sql.length;) {
    token.lastIndex = at
    const [text = '', tag] = token.exec(sql) ?? []
    if (text === '/*') {
      at = endOfComment(sql, at)
      continue
    }
    if (text.startsWith('$') && text.length > 1) {
      const close = sql.indexOf(`$${tag ?? ''}$`, at + text.length)
      at = close === -1 ? sql.length : close + text.length
      continue
    }
    at += text.length
    if (/^\w/.test(text)) {
      const word = text.toLowerCase()
      if (word === 'atomic' && previousWord === 'begin') depth += 1
      else if (depth > 0 && word === 'case') depth += 1
      else if (depth > 0 && word === 'end') depth -= 1
      previousWord = word
    } else if (text === ';' && depth === 0) {
      statements.push(sql.slice(start, at - 1))
      start = at
    }
  }
  statements.push(sql.slice(start))
  return statements.map((statement) => statement.trim()).filter((statement) => !isBlank(statement))
}

/** Block comments nest. */
function endOfComment(sql: string, from: number): number {
  const edge = /\/\*|\*\//g
  edge.lastIndex = from
  let depth = 0
  for (let found = edge.exec(sql); found; found = edge.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return edge.lastIndex
  }
  return sql.length
}

function isBlank(statement: string): boolean {
  return statement.replace(/--[^\n]*|\/\*[^]*?\*\//g, '').trim() === ''
}
