import { resolve } from 'node:path'
import * as v from 'valibot'
import { StackRefusal } from './refusal.ts'

export type Command = { dataDir: string; apiPort: number; webPort: number; fresh: boolean; dev: boolean }

const Port = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(65_535))
const DEFAULTS = { PORT: 3000, API_PORT: 54321 } as const

/** `[--fresh] [--dev]` with PORT, API_PORT and DATA_DIR from the environment; empty counts as absent. */
export function readCommandLine(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  defaultDataDir: string,
): Command {
  const unknown = args.find((arg) => arg !== '--fresh' && arg !== '--dev')
  if (unknown !== undefined) {
    throw new StackRefusal(
      `Unknown argument ${unknown}; there are --fresh and --dev. / 引数 ${unknown} は使えません (使えるのは --fresh と --dev)。`,
    )
  }
  const port = (name: keyof typeof DEFAULTS): number => {
    const given = environment[name]
    if (!given) return DEFAULTS[name]
    const parsed = v.safeParse(Port, given)
    if (parsed.success) return parsed.output
    throw new StackRefusal(
      `${name}=${given} is not a port (0 to 65535). / ${name} には 0 から 65535 までの数を指定してください。`,
    )
  }
  return {
    dataDir: resolve(environment['DATA_DIR'] || defaultDataDir),
    apiPort: port('API_PORT'),
    webPort: port('PORT'),
    fresh: args.includes('--fresh'),
    dev: args.includes('--dev'),
  }
}
