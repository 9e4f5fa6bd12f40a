import * as v from 'valibot'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { serviceClient } from '../support/session.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, link, newMember, PHONE, signIn } from './people.ts'

const stack = inject('stack')
const Sms = v.array(v.object({ to: v.string(), code: v.string() }))

async function codeSentTo(phone: string): Promise<string> {
  const messages = v.parse(Sms, await (await fetch(`${stack.sms}.json`)).json())
  return messages.find(({ to }) => to === phone)?.code ?? ''
}

describe.each(ENGINES)('$name', (engine) => {
  test('verifies a phone number by a code, in a document of its own that loads once', async () => {
    const before = `sessionStorage.setItem('documents', String(Number(sessionStorage.getItem('documents')) + 1))`
    const device = await launch(engine, { ...PHONE, before })
    onTestFinished(() => device.close())
    const member = await newMember(stack, 'denwa')
    await serviceClient(stack).from('user_verification').delete().eq('user_id', member.id).throwOnError()
    const tab = await device.newTab()
    await signIn(tab, stack.web, member)
    await tab.waitUntil(async () => Boolean(await navigator.serviceWorker.ready))
    await tab.go(`${stack.web}/profile`)
    const countDocuments = () => tab.evaluate(() => Number(sessionStorage.getItem('documents')))
    const loaded = await countDocuments()
    await tab.click(link('アカウント認証'))
    await tab.waitForPath('/profile/verification')

    const local = String(Date.now()).slice(-8)
    await tab.fill({ label: '電話番号' }, `090${local}`)
    await tab.waitUntil(() => document.querySelector('[data-check=solved]') !== null)
    await tab.click(button('コードを送信'))
    await tab.waitFor({ label: '確認コード' })
    await tab.fill({ label: '確認コード' }, await codeSentTo(`+8190${local}`))
    await tab.click(button('認証する'))
    await tab.waitFor({ css: 'main', containing: `末尾${local.slice(-4)}の番号` })
    await tab.waitFor({ css: 'main', containing: '+20 ポイント' })
    expect((await countDocuments()) - loaded).toBe(1)
  })
})
