import { describe, expect, test } from 'vitest'
import { createMail, type Mail } from './mail.ts'

const mail: Mail = {
  to: 'person@example.test',
  subject: 'パスワードの再設定',
  action: 'パスワードを再設定する',
  link: 'http://localhost:54321/auth/v1/verify?token=a&type=recovery',
  code: '012345',
  kind: 'recovery',
}

const read = async (service: ReturnType<typeof createMail>, path: string): Promise<Response> =>
  service.handle(new Request(`http://localhost${path}`), { ip: '' })

describe('/mail', () => {
  test('shows what was sent, with working links, and as JSON, newest first', async () => {
    const service = createMail()
    expect(await (await read(service, '/mail')).text()).toContain('まだありません')
    await service.sendMail(mail)
    await service.sendMail({ ...mail, to: 'second@example.test' })
    const page = await (await read(service, '/mail')).text()
    expect(page).toContain('<a href="http://localhost:54321/auth/v1/verify?token=a&amp;type=recovery">')
    expect(page).toContain('012345')
    expect(page.indexOf('second@')).toBeLessThan(page.indexOf('person@'))
    expect(await (await read(service, '/mail.json')).json()).toMatchObject([
      { to: 'second@example.test' },
      mail,
    ])
  })

  test('what somebody wrote is text, never markup', async () => {
    const service = createMail()
    await service.sendMail({ ...mail, to: `"><script>alert('1')</script>@example.test` })
    const page = await (await read(service, '/mail')).text()
    expect(page).not.toContain('<script>')
    expect(page).toContain('&lt;script&gt;')
  })

  test('remembers the last 200', async () => {
    const service = createMail()
    for (let index = 0; index < 250; index += 1) await service.sendMail({ ...mail, code: String(index) })
    const kept: { code: string }[] = await (await read(service, '/mail.json')).json()
    expect(kept).toHaveLength(200)
    expect([kept[0]?.code, kept.at(-1)?.code]).toEqual(['249', '50'])
  })
})

test('/sms shows messages with their codes', async () => {
  const service = createMail()
  await service.sendSms({ to: '+819012345678', text: '確認コードは 123456 です。', code: '123456' })
  expect(await (await read(service, '/sms')).text()).toContain('+819012345678')
  expect(await (await read(service, '/sms.json')).json()).toMatchObject([{ code: '123456' }])
  expect(await (await read(service, '/mail.json')).json()).toEqual([])
})

test('nothing else is there', async () => {
  const service = createMail()
  expect((await read(service, '/mail/other')).status).toBe(404)
  const post = await service.handle(new Request('http://localhost/mail', { method: 'POST' }), { ip: '' })
  expect(post.status).toBe(405)
})
