import { describe, inject, onTestFinished, test } from 'vitest'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, newMember, PHONE, signIn } from './people.ts'
import type { Tab } from './port.ts'

const stack = inject('stack')

async function payWith(tab: Tab, number: string): Promise<void> {
  await tab.fill({ label: 'カード番号' }, number)
  await tab.fill({ label: '有効期限' }, '1234')
  await tab.fill({ label: 'セキュリティコード' }, '123')
  await tab.click(button('¥980を支払う'))
}

describe.each(ENGINES)('$name', (engine) => {
  test('pays for premium by card after a card that is declined, with the bank asking', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const member = await newMember(stack, 'shiharai')
    const tab = await device.newTab()
    await signIn(tab, stack.web, member)
    await tab.go(`${stack.web}/premium`)
    await tab.click(button('このプランを選ぶ: 月額プラン'))
    await tab.waitFor(heading('お申し込み内容の最終確認'))
    await tab.click(button('お支払いへ進む'))
    await payWith(tab, '4000000000000002')
    await tab.waitFor({ role: 'alert', containing: 'カードが拒否されました。', within: 'main form' })
    await payWith(tab, '4000002500003155')
    const challenge = { role: 'dialog', name: 'カード会社による本人認証' }
    await tab.click({ role: 'button', name: '認証する', within: challenge })
    await tab.waitForPath('/premium/dashboard?payment=success')
    await tab.waitFor({ css: 'main', containing: 'お支払いが完了しました。プレミアムへようこそ。' })
    await tab.waitFor(button(`プレミアム会員${member.username}のメニュー`))
  })
})
