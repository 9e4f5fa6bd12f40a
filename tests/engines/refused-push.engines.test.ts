import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, newMember, PHONE, signIn } from './people.ts'

const stack = inject('stack')

describe.each(ENGINES)('$name', (engine) => {
  test('says that pushes are refused, or how to get them, and goes on', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const tab = await device.newTab()
    await signIn(tab, stack.web, await newMember(stack, 'kyohi'))
    await tab.go(`${stack.web}/profile/notification-settings`)
    const section = { css: 'main section', containing: 'この端末のプッシュ通知' }
    await tab.waitFor(section)
    const turnOn = { role: 'button', name: 'オンにする', within: section }
    await tab.waitUntil(() => !document.querySelector('main')?.innerText.includes('確認しています。'))
    if ((await tab.count(turnOn)) > 0) {
      await tab.click(turnOn)
      await tab.waitFor(turnOn, 'gone')
    }
    expect(await tab.text(section)).toMatch(/ブロックされています|ホーム画面|機能がありません/)
    expect(await tab.count(heading('通知設定'))).toBe(1)
    expect(await tab.count(button('再読み込み'))).toBe(0)
  })
})
