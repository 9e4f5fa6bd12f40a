/** The address that a fetch was given. */
export const urlOf = (input: RequestInfo | URL): string =>
  input instanceof Request ? input.url : input.toString()

/** The text that a fetch was given to send. */
export const bodyOf = (init: RequestInit | undefined): string =>
  typeof init?.body === 'string' ? init.body : ''
