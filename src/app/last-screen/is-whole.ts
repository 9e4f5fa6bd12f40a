/** A screen says by `aria-busy` what of it is still loading. */
export const isWhole = (main: Element): boolean =>
  main.querySelector('h1') !== null && main.querySelector('[aria-busy="true"]') === null
