import { expect, test } from 'vitest'
import { CONFIRM_COPY } from '#features/premium/copy.ts'
import { COMMERCE_COPY } from '#features/support/commerce-copy.ts'

const sentences = (text: string): string[] => text.split('。').filter(Boolean)

test('what is said of premium is what is said before it is paid for, but for the plan', () => {
  const plan = { id: 'yearly', name: '年額プラン', months: 12, amount: 9_360, stripe_price_id: 'x' } as const
  expect(sentences(CONFIRM_COPY.withdrawalBody(plan).replace('（最長1年）', ''))).toEqual(
    sentences(COMMERCE_COPY.premiumWithdrawal),
  )
  expect(CONFIRM_COPY.paymentBody(plan).replace('1年', '選んだプランの期間')).toBe(
    COMMERCE_COPY.premiumPayment,
  )
  expect(CONFIRM_COPY.priceBody(plan)).toContain('追加料金はありません。通信料はお客様のご負担です。')
  expect(COMMERCE_COPY.extraBody).toContain('追加料金はありません。通信料はお客様のご負担です。')
})
