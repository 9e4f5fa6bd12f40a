import { CACHE, POLICY, titled, type HostHeaders } from './host-headers.ts'

type Format = (headers: HostHeaders) => string
const lines = (...all: (string | string[])[]): string => `${all.flat().join('\n')}\n`

/** Maps over the address as it was asked for, since the fallback to the shell changes `$uri`. No `location` may add a header of its own: nginx then leaves out all others. */
const nginx: Format = ({ common, policy, others, keptForEver, endingFrozenPages, asked }) =>
  lines(
    '# In http { }',
    'map $request_uri $mirutomo_policy {',
    `  default "${policy}";`,
    others.map((other) => `  "~*^(${other.paths.join('|')})/?(\\?|$)" "${other.policy}";`),
    '}',
    'map $request_uri $mirutomo_cache {',
    `  default "${asked}";`,
    `  "~^${keptForEver.folder}" "${keptForEver.value}";`,
    '}',
    // nginx sends no header that is empty
    'map $request_uri $mirutomo_frozen_pages {',
    '  default "";',
    `  "~^${endingFrozenPages.path}(\\?|$)" '${endingFrozenPages.value}';`,
    '}',
    '',
    '# In server { }, with root at dist',
    `add_header ${titled(POLICY)} $mirutomo_policy always;`,
    common.map(([name, value]) => `add_header ${titled(name)} "${value}" always;`),
    `add_header ${titled(CACHE)} $mirutomo_cache;`,
    `add_header ${titled(endingFrozenPages.name)} $mirutomo_frozen_pages;`,
    'location / { try_files $uri /index.html; }',
    `location ${keptForEver.folder} { try_files $uri =404; }`,
    // Its own list of types does not know this one
    'location = /manifest.webmanifest { default_type application/manifest+json; }',
    'location ~ /\\.(?!well-known/) { return 404; }',
  )

/** Matchers that exclude each other, so that the order in which Caddy sorts them does not matter. */
const caddy: Format = ({ common, policy, others, keptForEver, endingFrozenPages, asked }) => {
  const documents = (paths: string[]): string => `path_regexp (?i)^(${paths.join('|')})/?$`
  const own = others.flatMap(({ paths }) => paths)
  return lines(
    '# import mirutomo, in the block of the site',
    '(mirutomo) {',
    '\troot * dist',
    '\theader {',
    common.map(([name, value]) => `\t\t${titled(name)} "${value}"`),
    '\t}',
    own.length === 0 ? [] : `\t@app not ${documents(own)}`,
    `\theader ${own.length === 0 ? '' : '@app '}${titled(POLICY)} "${policy}"`,
    others.flatMap((other, index) => [
      `\t@own${index + 1} ${documents(other.paths)}`,
      `\theader @own${index + 1} ${titled(POLICY)} "${other.policy}"`,
    ]),
    // What is missing must not be kept for ever, and is no page of the app's
    `\t@assets {`,
    `\t\tpath ${keptForEver.folder}*`,
    '\t\tfile',
    '\t}',
    `\theader @assets ${titled(CACHE)} "${keptForEver.value}"`,
    `\t@others not path ${keptForEver.folder}*`,
    `\theader @others ${titled(CACHE)} "${asked}"`,
    `\theader ${endingFrozenPages.path} ${titled(endingFrozenPages.name)} \`${endingFrozenPages.value}\``,
    '\theader /manifest.webmanifest Content-Type "application/manifest+json"',
    '\t@page {',
    `\t\tnot path ${keptForEver.folder}*`,
    '\t\tnot file',
    '\t}',
    '\trewrite @page /index.html',
    '\tfile_server {',
    '\t\thide .*',
    '\t\tprecompressed br',
    '\t}',
    '}',
  )
}

/** `_headers`: of every rule that fits an address the headers are sent. `instead` says how a later one takes the place of an earlier. */
const underscore =
  (note: string, instead: (name: string) => string[]): Format =>
  ({ common, policy, others, keptForEver, endingFrozenPages, asked }) =>
    lines(
      note,
      '/*',
      [...common, [POLICY, policy], [CACHE, asked]].map(
        ([name = '', value]) => `  ${titled(name)}: ${value}`,
      ),
      others.flatMap((other) =>
        other.paths
          .flatMap((path) => [path, `${path}/`])
          .flatMap((path) => [path, ...instead(titled(POLICY)), `  ${titled(POLICY)}: ${other.policy}`]),
      ),
      `${keptForEver.folder}*`,
      instead(titled(CACHE)),
      `  ${titled(CACHE)}: ${keptForEver.value}`,
      endingFrozenPages.path,
      `  ${titled(endingFrozenPages.name)}: ${endingFrozenPages.value}`,
    )

/** Configurations of the hosts that `npm run headers -- HOST` knows. */
export const FORMATS: Readonly<Record<string, Format>> = {
  nginx,
  caddy,
  // Values of one name are joined by a comma, and two policies would both hold: the earlier is detached first
  cloudflare: underscore('# dist/_headers', (name) => [`  ! ${name}`]),
  netlify: underscore('# dist/_headers, and in dist/_redirects: /* /index.html 200', () => []),
}
