import type { CardFacts, FailureFacts } from './facts.ts'
import { StripeRefusal } from './errors.ts'

/** What becomes of a charge to a card. */
export type Outcome = 'succeeds' | 'processing' | FailureFacts
type Brand = 'visa' | 'mastercard' | 'amex' | 'jcb'
type TestCard = {
  outcome: Outcome
  /** Its holder is asked: always, or unless it was set up for charges without them. */
  challenge?: 'always' | 'unless_set_up'
  disputed?: boolean
}

const declined = (declineCode: string, message: string, code = 'card_declined'): FailureFacts => ({
  code,
  ...(code === 'card_declined' ? { declineCode } : {}),
  message,
})
const DECLINED = declined('generic_decline', 'Your card was declined.')

/** Stripe's test cards. */
const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { outcome: 'succeeds' },
  '4000056655665556': { outcome: 'succeeds' },
  '4000003920000003': { outcome: 'succeeds' },
  '5555555555554444': { outcome: 'succeeds' },
  '378282246310005': { outcome: 'succeeds' },
  '3566002020360505': { outcome: 'succeeds' },
  '4000000000000002': { outcome: DECLINED },
  '4000000000000341': { outcome: DECLINED },
  '4000000000009995': {
    outcome: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000009987': { outcome: declined('lost_card', 'Your card was declined.') },
  '4000000000009979': { outcome: declined('stolen_card', 'Your card was declined.') },
  '4000000000000069': { outcome: declined('', 'Your card has expired.', 'expired_card') },
  '4000000000000127': { outcome: declined('', "Your card's security code is incorrect.", 'incorrect_cvc') },
  '4000000000000119': {
    outcome: declined(
      '',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  },
  '4000002500003155': { outcome: 'succeeds', challenge: 'unless_set_up' },
  '4000002760003184': { outcome: 'succeeds', challenge: 'always' },
  '4000000000003220': { outcome: 'succeeds', challenge: 'always' },
  '4000008400001629': { outcome: DECLINED, challenge: 'always' },
  '4000008260003178': {
    outcome: declined('insufficient_funds', 'Your card has insufficient funds.'),
    challenge: 'unless_set_up',
  },
  '4000000000000077': { outcome: 'processing' },
  '4000000000000259': { outcome: 'succeeds', disputed: true },
}

const NOT_A_TEST_CARD: TestCard = {
  outcome: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
}

/** Payment methods that Stripe has ready in test mode, and the cards they stand for. */
export const READY_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_jcb: '3566002020360505',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
  pm_card_createDispute: '4000000000000259',
}

const known = ({ number }: CardFacts): TestCard => CARDS[number] ?? NOT_A_TEST_CARD

export const outcomeOf = (card: CardFacts): Outcome => known(card).outcome
export const isDisputed = (card: CardFacts): boolean => known(card).disputed === true
export function asksItsHolder(card: CardFacts, holderIsThere: boolean): boolean {
  const { challenge } = known(card)
  if (challenge === 'always') return true
  return challenge === 'unless_set_up' && (holderIsThere || !card.setUp)
}

export function brandOf({ number }: CardFacts): Brand {
  if (number.startsWith('3') && number.length === 15) return 'amex'
  if (number.startsWith('35')) return 'jcb'
  return number.startsWith('5') ? 'mastercard' : 'visa'
}

type CardInput = { number: string; exp_month: number; exp_year: number; cvc?: string | undefined }

/** A card as it was typed; throws what Stripe says of one that cannot be. `now` in seconds. */
export function readCard(input: CardInput, now: number): CardFacts {
  const number = input.number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw wrong('incorrect_number', 'Your card number is incorrect.', 'number')
  if (input.exp_month < 1 || input.exp_month > 12)
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  const expYear = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year
  const today = new Date(now * 1000)
  const months = (expYear - today.getUTCFullYear()) * 12 + input.exp_month - 1 - today.getUTCMonth()
  if (months < 0 || expYear > today.getUTCFullYear() + 50)
    throw wrong('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (input.cvc !== undefined && !/^\d{3,4}$/.test(input.cvc))
    throw wrong('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return { number, expMonth: input.exp_month, expYear, setUp: false }
}

const wrong = (code: string, message: string, param: string): StripeRefusal =>
  new StripeRefusal(402, { type: 'card_error', code, message, param })

function passesLuhn(number: string): boolean {
  const sum = Array.from(number, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}
