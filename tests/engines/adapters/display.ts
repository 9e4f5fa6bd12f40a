import { once } from 'node:events'
import { startTied } from './tied-process.ts'

export type Display = { name: string; close(): Promise<void> }

/** An X display that nobody looks at. */
export async function openDisplay(): Promise<Display> {
  // Xvfb picks a free number and writes it to descriptor 3
  const command = ['Xvfb', '-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const { process: server, end } = startTied(command, process.env, ['ignore', 'ignore', 'pipe'])
  const numbers = server.stdio[3]
  if (numbers === null || numbers === undefined) throw new Error('Xvfb has no descriptor 3')
  const [number] = await once(numbers, 'data')
  return { name: `:${String(number).trim()}`, close: end }
}
