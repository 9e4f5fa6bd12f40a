/** mirutomo-20260314-0905.json, by the device's clock. `at` in ms. */
export function exportName(at: number, ending: 'json' | 'zip'): string {
  const time = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`
  return `mirutomo-${day}-${two(time.getHours())}${two(time.getMinutes())}.${ending}`
}
