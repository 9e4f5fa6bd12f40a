import { readName, sealedOn } from '../disk-documents.ts'
import type { Disk } from '../doors/disk.ts'
import type { Simulation } from '../simulation.ts'

/** What of an account lies readable on a disk, once it has left. */
export function readableOf(disk: Disk, userId: string, where: string): string[] {
  const open = [...disk.databases.values()].flatMap(({ name, stores }) => {
    if (readName(name)?.userId !== userId) return []
    const count = [...stores.values()].reduce((sum, { records }) => sum + records.length, 0)
    return count === 0 ? [] : [`${where}: ${count} records of ${userId} lie in ${name}`]
  })
  const sealed = sealedOn(disk).filter((record) => isReadable(record, userId))
  return [...open, ...sealed.map(({ id }) => `${where}: the sealed ${id} of ${userId} can be read`)]
}

/** Does the text of a sealed record show through? */
function isReadable(record: Record<string, unknown>, userId: string): boolean {
  const text = Object.values(record)
    .map((value) => (ArrayBuffer.isView(value) ? textOf(value) : String(value)))
    .join('\n')
  return [userId, '"edits"', '"parked"'].some((secret) => text.includes(secret))
}

const textOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('latin1')

/** In the end a device holds databases of nobody but who is signed in, and nothing of theirs is still sealed or in an older generation. */
export function onlyOneAccountIsHere({ devices, sealKeys }: Simulation): string[] {
  return [...devices.values()].flatMap(({ name, disk, userId }) => {
    const databases = [...disk.databases.keys()].flatMap((database) => {
      const read = readName(database)
      return read === undefined ? [] : [{ database, ...read }]
    })
    const newest = Math.max(...databases.map(({ generation }) => generation))
    const strange = databases
      .filter((one) => one.userId !== userId || one.generation < newest)
      .map(({ database }) => `${name} still has ${database}`)
    const sealed = sealedOn(disk)
      .filter(({ handle }) => userId !== undefined && sealKeys.ownerOf(handle, [userId]) === userId)
      .map(({ id }) => `${name} still has ${id} sealed, although its account is back`)
    return [...strange, ...sealed]
  })
}
