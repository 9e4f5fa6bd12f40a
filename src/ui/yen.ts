const format = new Intl.NumberFormat('ja-JP')

/** An amount of yen as a price: `¥2,640`. */
export const yen = (amount: number): string => `¥${format.format(amount)}`
