/**
 * Where this document was loaded; main.tsx imports it before anything that changes the address. The name of the navigation's
 * entry is none: in WebKit it is that of the precached file when the worker answered.
 */
export const documentAddress = new URL(location.href)
