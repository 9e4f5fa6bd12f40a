/** Every browser on iOS, Safari on a Mac and WebKitGTK. */
export const isWebKit = (): boolean => navigator.vendor.startsWith('Apple')
/** Firefox, except on iOS. */
export const isGecko = (): boolean => 'mozInnerScreenX' in globalThis
