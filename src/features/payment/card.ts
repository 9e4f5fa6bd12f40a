import type { Card } from './stand-in-api.ts'

export type TypedCard = { number: string; expiry: string; cvc: string }
export type CardProblems = Partial<Record<keyof TypedCard, true>>

export const EMPTY_CARD: TypedCard = { number: '', expiry: '', cvc: '' }

const CENTURY = '20'
const MONTHS = 12

/** Digits as typed on any keyboard. */
const digits = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '')

/** A card as it can be sent, or what is wrong with it. Whether it can be charged only Stripe knows. */
export function readCard(typed: TypedCard): { card: Card } | { problems: CardProblems } {
  const number = digits(typed.number)
  const expiry = digits(typed.expiry)
  const cvc = digits(typed.cvc)
  const month = expiry.slice(0, 2)
  const problems: CardProblems = {
    ...((number.length < 13 || number.length > 19) && { number: true }),
    ...((expiry.length !== 4 || Number(month) < 1 || Number(month) > MONTHS) && { expiry: true }),
    ...((cvc.length < 3 || cvc.length > 4) && { cvc: true }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { card: { number, month, year: CENTURY + expiry.slice(2), cvc } }
}

/** `4242 4242 …`, as it is written on cards. */
export const spacedNumber = (typed: string): string =>
  digits(typed)
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** `12 / 30`; what is being taken away is not put back. */
export function spacedExpiry(typed: string, before: string): string {
  const all = digits(typed).slice(0, 4)
  return all.length > 2 || (all.length === 2 && typed.length > before.length)
    ? `${all.slice(0, 2)} / ${all.slice(2)}`
    : all
}
