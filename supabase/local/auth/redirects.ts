import { isIP } from 'node:net'

type Allowed = { siteUrl: string; patterns: readonly string[] }

/**
 * Whether a link in a mail may lead there: anywhere on the site itself (on localhost, any port), on a loopback address, or where a pattern
 * of the allow-list says so. As GoTrue decides it.
 */
export function isAllowedRedirect(target: string, { siteUrl, patterns }: Allowed): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop leading control characters and would go elsewhere than what was checked
  if (target === '' || /[\u0000-\u0020\u007f]/.test(target)) return false
  const url = URL.parse(target)
  if (url === null) return false
  const site = new URL(siteUrl)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (
    url.protocol === site.protocol &&
    url.hostname === site.hostname &&
    (url.port === site.port || isLoopback)
  ) {
    return true
  }
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return isLoopback
  const withoutFragment = target.replace(/#.*$/s, '')
  return patterns.some((pattern) => globToRegExp(pattern).test(withoutFragment))
}

const TOKENS = /\*\*|\*|\?|\{[^{}]*\}|\[[^\]]+\]|\\.|[^]/g

/** `*` and `?` stay within one part between dots and slashes, `**` does not; `{a,b}`, `[abc]` and `\` as usual. */
export function globToRegExp(pattern: string): RegExp {
  const source = (pattern.match(TOKENS) ?? []).map((token) => {
    if (token === '**') return '.*'
    if (token === '*') return '[^./]*'
    if (token === '?') return '[^./]'
    if (token.startsWith('{') && token.length > 1) {
      return `(?:${token.slice(1, -1).split(',').map(literal).join('|')})`
    }
    if (token.startsWith('[') && token.length > 1) {
      return `[${token
        .slice(1, -1)
        .replace(/^!/, '^')
        .replace(/[\\\]]/g, '\\$&')}]`
    }
    return literal(token.length === 2 && token.startsWith('\\') ? token.slice(1) : token)
  })
  return new RegExp(`^${source.join('')}$`, 's')
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
