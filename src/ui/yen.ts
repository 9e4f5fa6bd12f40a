import { grouped } from './japanese-number.ts'

/** An amount of yen as a price: `¥2,640`. */
export const yen = (amount: number): string => `¥${grouped(amount)}`
