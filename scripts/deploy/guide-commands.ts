/** A command of the Supabase CLI as the guide writes it: `db push --remote` has the name `db push`. */
export type CliCommand = { name: string[]; flags: string[] }

/** Those of the guide's shell blocks, each spelling once. */
export function cliCommands(guide: string): CliCommand[] {
  const blocks = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => [...block.matchAll(/\bnpx supabase@latest ([^\n#]*)/g)])
  const spellings = new Set(lines.map(([, line = '']) => line.trim()))
  return [...spellings].map((spelling) => {
    const words = spelling.split(/\s+/)
    const end = words.findIndex((word) => !/^[a-z]+$/.test(word))
    return {
      name: end < 0 ? words : words.slice(0, end),
      flags: words.filter((word) => word.startsWith('-')).map((word) => word.split('=')[0] ?? word),
    }
  })
}

/** Flags that the command's `--help` does not offer; it hides those that are to be removed. */
export function unknownFlags({ flags }: CliCommand, help: string): string[] {
  const offered = new Set(
    [...help.matchAll(/^ {2}(--[\w-]+)(?:, (-\w))?/gm)].flatMap(([, long, short]) => [long, short]),
  )
  return flags.filter((flag) => !offered.has(flag))
}
