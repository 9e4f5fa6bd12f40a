/** Of this tab only: a number is nobody else's business, and the account that leaves empties the tab's storage. */
const KEY = 'mirutomo-phone'

/** The number typed and not yet verified; it survives that the page is loaded anew. */
export function readTypedNumber(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepTypedNumber(number: string): void {
  try {
    if (number === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, number)
  } catch {
    // Storage that is forbidden: the number still stands in the field.
  }
}
