const AROUND = 1

/** Which page numbers to offer: the first, the last, those around the current one; `gap` where some are left out. */
export function pageNumbers(page: number, totalPages: number): (number | 'gap')[] {
  const wanted = new Set([1, totalPages])
  for (let near = page - AROUND; near <= page + AROUND; near++) {
    if (near >= 1 && near <= totalPages) wanted.add(near)
  }
  const sorted = [...wanted].toSorted((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1]
    if (before === undefined || number === before + 1) return [number]
    return number === before + 2 ? [before + 1, number] : ['gap', number]
  })
}
