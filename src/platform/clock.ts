/** The device's clock in ms. It may be wrong: what decides between edits uses the store's corrected clock instead. */
export const deviceNow = (): number => Date.now()
