import { expect, test } from 'vitest'
import { encryptPush, fromBase64Url, toBase64Url } from './encrypt.ts'
import { isPushService, payloadOf } from './payload.ts'

const importPair = async (d: string, point: string): Promise<CryptoKeyPair> => {
  const bytes = fromBase64Url(point)
  const [x, y] = [toBase64Url(bytes.slice(1, 33)), toBase64Url(bytes.slice(33))]
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return {
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d }, curve, true, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
  }
}

test('a push is sealed as in the example of RFC 8291, section 5', async () => {
  const sender = await importPair(
    'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  )
  const sealed = await encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    fromBase64Url('DGv6ra1nlYgDCS1FRnbzlw'),
    sender,
  )
  expect(toBase64Url(sealed)).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('its payload is valid Declarative Web Push that tells nothing of the account by itself', () => {
  const push = {
    id: 1,
    endpoint: 'https://fcm.googleapis.com/x',
    p256dh: '',
    auth: '',
    notification_id: 'n1',
    account: 'a1',
    title: '新しいお知らせ',
    body: '本文',
    path: '/video/abc?x=1',
    urgent: true,
    unread: 3,
  }
  expect(JSON.parse(payloadOf(push, 'https://mirutomo.example'))).toEqual({
    web_push: 8030,
    mutable: true,
    notification: {
      title: 'ミルトモ',
      body: '新しいお知らせがあります。',
      navigate: 'https://mirutomo.example/profile/notifications',
      tag: 'n1',
      lang: 'ja',
      data: {
        account: 'a1',
        title: '新しいお知らせ',
        body: '本文',
        navigate: 'https://mirutomo.example/video/abc?x=1',
        tag: 'n1',
        unread: 3,
      },
    },
  })
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://wns2-ln2p.notify.windows.com/w/?token=x', true],
  ['https://web.push.apple.com/x', true],
  ['http://localhost:1234/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://fcm.googleapis.com.evil.test/x', false],
  ['https://169.254.169.254/latest', false],
  ['http://localhost:54321/rest/v1/', false],
  ['nonsense', false],
])('%s is a push service: %s', (endpoint, is) =>
  expect(isPushService(endpoint, ['http://localhost:1234'])).toBe(is),
)
