/** What is sold: as the account of a real Stripe is to be set up. Amounts in yen with tax. */
export type Plan = { price: string; product: string; name: string; amount: number; months: number }

const PRODUCT = 'prod_mirutomo_premium'
export const PRODUCT_NAME = 'ミルトモ プレミアム'
/** 2026-01-01, when all of it was made. */
export const CATALOGUE_CREATED = 1_767_225_600

export const PLANS: readonly Plan[] = [
  { price: 'price_mirutomo_yearly', product: PRODUCT, name: '年額プラン', amount: 9360, months: 12 },
  { price: 'price_mirutomo_quarterly', product: PRODUCT, name: '3か月プラン', amount: 2640, months: 3 },
  { price: 'price_mirutomo_monthly', product: PRODUCT, name: '月額プラン', amount: 980, months: 1 },
]

export const planOf = (price: string): Plan | undefined => PLANS.find((plan) => plan.price === price)

/** When the period number `count` (from 0) after `anchor` begins: the same day and time of a later month, or its last day. Seconds. */
export function periodStart(anchor: number, months: number, count: number): number {
  const from = new Date(anchor * 1000)
  const begin = new Date(from)
  begin.setUTCDate(1)
  begin.setUTCMonth(from.getUTCMonth() + months * count)
  const lastDay = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 0)).getUTCDate()
  begin.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(begin.getTime() / 1000)
}
