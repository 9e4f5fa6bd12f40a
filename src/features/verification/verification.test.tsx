// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DocumentResult, OwnVerification, RecordResult } from '#domain/verification.ts'
import { show } from '../../../tests/support/screen.tsx'
import { CHECK_CONTAINER, DOCUMENT_FAILURES, FAILURES } from './copy.ts'
import type { CheckState, PhoneAuth, PhoneAuthFailure } from './phone-auth-port.ts'
import { VerificationScreen } from './verification-screen.tsx'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const PROJECT = { apiKey: 'k', authDomain: 'd', projectId: 'p' }
const BEGINNER: OwnVerification = {
  level: 1,
  phone: null,
  expiry: null,
  points: { balance: 0, lifetime_earned: 0 },
  transactions: [],
  birthDate: null,
  request: null,
}
const verified = (validMs: number): OwnVerification => ({
  level: 2,
  phone: '+819012345678',
  expiry: new Date(Date.now() + validMs).toISOString(),
  points: { balance: 20, lifetime_earned: 20 },
  transactions: [
    { id: '1', amount: 20, description: '電話番号認証ボーナス', created_at: '2026-11-01T03:00:00Z' },
  ],
  birthDate: '1990-02-03',
  request: null,
})

/** A service that sends codes; its right code is 123456. */
function aService() {
  let onChange: (state: CheckState) => void = () => {}
  const service = {
    checks: 0,
    sent: [] as string[],
    confirmed: [] as string[],
    closed: 0,
    /** Each check solves itself, as long as this is so. */
    solves: true,
    nextFailure: null as PhoneAuthFailure | null,
    tell: (state: CheckState) => onChange(state),
    open: (): Promise<PhoneAuth> =>
      Promise.resolve({
        showCheck: (_, listener) => {
          service.checks += 1
          onChange = listener
          if (service.solves) listener('solved')
          return Promise.resolve(null)
        },
        sendCode: (phone) => {
          service.sent.push(phone)
          const failure = service.nextFailure
          service.nextFailure = null
          return Promise.resolve(failure)
        },
        confirm: (code) => {
          service.confirmed.push(code)
          const failure = service.nextFailure ?? (code === '123456' ? null : 'code_wrong')
          service.nextFailure = null
          return Promise.resolve(failure ? { ok: false, code: failure } : { ok: true, token: 'proof' })
        },
        close: () => {
          service.closed += 1
        },
      }),
  }
  return service
}

function screenOf(
  service: ReturnType<typeof aService>,
  facts: {
    online?: boolean
    load?: () => Promise<OwnVerification>
    record?: (token: string, phone: string) => Promise<RecordResult>
    firebase?: () => Promise<typeof PROJECT | null>
    sendDocument?: (file: File, birthDate: string | null) => Promise<DocumentResult>
  } = {},
) {
  const {
    online = true,
    load = loadBeginner,
    record = () => Promise.resolve({ ok: true, points: 20 }),
    firebase = firebaseHere,
    sendDocument = () => Promise.resolve({ ok: true }),
  } = facts
  return (
    <VerificationScreen
      online={online}
      load={load}
      firebase={firebase}
      record={record}
      sendDocument={sendDocument}
      openPhoneAuth={service.open}
    />
  )
}
// As routes give them: the same functions at each rendering
const loadBeginner = (): Promise<OwnVerification> => Promise.resolve(BEGINNER)
const firebaseHere = (): Promise<typeof PROJECT> => Promise.resolve(PROJECT)

const field = async (name: string): Promise<HTMLInputElement> => {
  const found = await screen.findByLabelText(name)
  if (!(found instanceof HTMLInputElement)) throw new Error(`${name} is no field`)
  return found
}
const type = async (name: string, value: string): Promise<void> => {
  fireEvent.change(await field(name), { target: { value } })
}
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))
const checkSolved = (): Promise<void> =>
  waitFor(() => expect(document.getElementById(CHECK_CONTAINER)?.dataset['check']).toBe('solved'))
/** A toast is shown and announced. */
const said = (sentence: string): Promise<HTMLElement[]> => screen.findAllByText(sentence)

async function askForCode(number = '０９０ー１２３４ー５６７８'): Promise<void> {
  await type('電話番号', number)
  await checkSolved()
  press('コードを送信')
  await screen.findByLabelText('確認コード')
}

afterEach(() => sessionStorage.clear())

test('a number becomes international, its code is confirmed, and the points earned are told', async () => {
  const service = aService()
  const recorded: unknown[] = []
  let level = BEGINNER
  const load = vi.fn(() => Promise.resolve(level))
  const record = (...asked: unknown[]): Promise<RecordResult> => {
    recorded.push(asked)
    level = verified(YEAR_MS)
    return Promise.resolve({ ok: true, points: 20 })
  }
  await show(screenOf(service, { load, record }))
  await askForCode()
  expect(service.sent).toEqual(['+819012345678'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('確認コード')))
  await type('確認コード', '１２３ ４５６')
  press('認証する')
  await said('電話番号を認証しました。20ポイントを獲得しました。')
  expect(service.confirmed).toEqual(['123456'])
  expect(recorded).toEqual([['proof', '+819012345678']])
  await screen.findByText(/末尾5678の番号/)
  expect(screen.getByText('電話番号認証ボーナス')).toBeTruthy()
  expect(screen.queryByLabelText('確認コード')).toBeNull()
  expect(sessionStorage.length).toBe(0)
  expect(service.closed).toBe(1)
})

describe('whatever fails, what was typed stays', () => {
  test('a wrong and an expired code are told; a new one can be asked for', async () => {
    const service = aService()
    await show(screenOf(service))
    await askForCode()
    await type('確認コード', '000000')
    press('認証する')
    await said(FAILURES.code_wrong)
    expect((await field('確認コード')).value).toBe('000000')
    service.nextFailure = 'code_expired'
    press('認証する')
    await said(FAILURES.code_expired)
    expect((await field('確認コード')).value).toBe('000000')
    press(/送り直す/)
    expect((await field('電話番号')).value).toBe('０９０ー１２３４ー５６７８')
    await checkSolved()
    expect(service.checks).toBe(2)
    press('コードを送信')
    await screen.findByLabelText('確認コード')
    expect(service.sent).toHaveLength(2)
  })

  test.each(['quota_exceeded', 'check_failed', 'phone_invalid', 'offline', 'unknown'] as const)(
    'when sending fails (%s), the check is put up anew',
    async (failure) => {
      const service = aService()
      await show(screenOf(service))
      await type('電話番号', '090-1234-5678')
      await checkSolved()
      service.nextFailure = failure
      press('コードを送信')
      await said(FAILURES[failure])
      expect((await field('電話番号')).value).toBe('090-1234-5678')
      await waitFor(() => expect(service.checks).toBe(2))
    },
  )

  test('a right code whose recording failed is not confirmed twice', async () => {
    const service = aService()
    const answers: RecordResult[] = [
      { ok: false, code: 'offline' },
      { ok: false, code: 'phone_taken' },
      { ok: false, code: 'signed_out' },
      { ok: true, points: 0 },
    ]
    const record = (): Promise<RecordResult> =>
      Promise.resolve(answers.shift() ?? { ok: false, code: 'server' })
    await show(screenOf(service, { record }))
    await askForCode()
    await type('確認コード', '123456')
    press('認証する')
    await said(FAILURES.offline)
    press('認証する')
    await said(FAILURES.phone_taken)
    press('認証する')
    await said(FAILURES.signed_out)
    expect(FAILURES.signed_out).toContain('ユーザーが認証されていません')
    press('認証する')
    await said('電話番号を認証しました。')
    expect(service.confirmed).toEqual(['123456'])
  })

  test('a number that is none is not sent, and the page that is loaded anew still has it', async () => {
    const service = aService()
    await show(screenOf(service))
    await type('電話番号', '090-ABC')
    await checkSolved()
    press('コードを送信')
    await screen.findByText(/電話番号の形になっていません/)
    expect(service.sent).toEqual([])
    await show(screenOf(aService()))
    for (const shown of await screen.findAllByLabelText('電話番号'))
      expect(shown).toHaveProperty('value', '090-ABC')
  })
})

describe('the human check', () => {
  test('is to be solved before a code is sent', async () => {
    const service = aService()
    service.solves = false
    await show(screenOf(service))
    await type('電話番号', '090-1234-5678')
    await waitFor(() => expect(service.checks).toBe(1))
    press('コードを送信')
    await said(FAILURES.check_unsolved)
    expect(service.sent).toEqual([])
    service.tell('solved')
    await checkSolved()
    press('コードを送信')
    await screen.findByLabelText('確認コード')
  })

  test('tells that it expired or broke, in the words of the catalogue', async () => {
    const service = aService()
    await show(screenOf(service))
    await field('電話番号')
    await checkSolved()
    service.tell('expired')
    await said('reCAPTCHAの有効期限が切れました。ページを更新して、もう一度お試しください。')
    expect(screen.getByRole('button', { name: 'ページを更新' })).toBeTruthy()
    service.tell('failed')
    await said('reCAPTCHAの検証中にエラーが発生しました')
  })

  test('that cannot be shown says so', async () => {
    const service = aService()
    service.open = () => Promise.reject(new Error('the SDK does not load'))
    await show(screenOf(service))
    await said('reCAPTCHAの表示に失敗しました')
  })

  test('needs a project', async () => {
    await show(screenOf(aService(), { firebase: () => Promise.resolve(null) }))
    await said('認証が初期化されていません。環境変数を確認してください。')
  })
})

describe('without a connection', () => {
  test('it says what needs one, keeps the number and sends nothing', async () => {
    const service = aService()
    const { change } = await show(screenOf(service, { online: false }))
    await said('認証の状態とポイントの表示には接続が必要です。')
    await said('コードの送信と認証には接続が必要です。入力した内容は残しています。')
    await type('電話番号', '090-1234-5678')
    press('コードを送信')
    change(screenOf(service))
    await checkSolved()
    expect((await field('電話番号')).value).toBe('090-1234-5678')
    expect(service.sent).toEqual([])
  })

  test('that was lost on the way, code and number stay', async () => {
    const service = aService()
    const { change } = await show(screenOf(service))
    await askForCode()
    await type('確認コード', '123456')
    change(screenOf(service, { online: false }))
    await said('コードの送信と認証には接続が必要です。入力した内容は残しています。')
    press('認証する')
    change(screenOf(service))
    await waitFor(() => expect(screen.queryByText(/接続が必要です。入力/)).toBeNull())
    expect((await field('確認コード')).value).toBe('123456')
    expect(service.confirmed).toEqual([])
  })

  test('a state that cannot be read can be asked for again', async () => {
    const answers = [() => Promise.reject(new Error('down')), () => Promise.resolve(BEGINNER)]
    const load = (): Promise<OwnVerification> => (answers.shift() ?? loadBeginner)()
    await show(screenOf(aService(), { load }))
    await said('認証の状態を読み込めませんでした。')
    press('もう一度読み込む')
    await field('電話番号')
  })
})

describe('the levels', () => {
  test('a valid phone says until when, and asks for nothing', async () => {
    const load = (): Promise<OwnVerification> => Promise.resolve(verified(YEAR_MS))
    await show(screenOf(aService(), { load }))
    await screen.findByText(/まで有効です。/)
    expect(screen.queryByLabelText('電話番号')).toBeNull()
    press('番号を変更する・認証し直す')
    await field('電話番号')
  })

  test('an expired one says so and asks again', async () => {
    const load = (): Promise<OwnVerification> => Promise.resolve(verified(-DAY_MS))
    await show(screenOf(aService(), { load }))
    await screen.findByText(/に有効期限が切れました。/)
    await field('電話番号')
  })
})

describe('a document for level 3', () => {
  const phoneVerified = verified(YEAR_MS)
  const loading = (facts: Partial<OwnVerification>) => () => Promise.resolve({ ...phoneVerified, ...facts })
  const choose = async (type: string, bytes = 3): Promise<void> => {
    const file = new File([new Uint8Array(bytes)], 'document', { type })
    fireEvent.change(await field('書類の画像またはPDF'), { target: { files: [file] } })
  }

  test('is sent once it is one, and what was refused can be sent again', async () => {
    const answers: DocumentResult[] = [{ ok: false, code: 'birth_date_missing' }, { ok: true }]
    const sent: string[] = []
    const sendDocument = (file: File): Promise<DocumentResult> => {
      sent.push(file.type)
      return Promise.resolve(answers.shift() ?? { ok: true })
    }
    let request: OwnVerification['request'] = null
    const load = () => Promise.resolve({ ...phoneVerified, request })
    await show(screenOf(aService(), { load, sendDocument }))
    await field('書類の画像またはPDF')
    press('書類を提出する')
    await said(DOCUMENT_FAILURES.missing)
    await choose('text/html')
    await said(DOCUMENT_FAILURES.wrong_type)
    await choose('image/jpeg', 10_000_001)
    await said(DOCUMENT_FAILURES.too_large)
    press('書類を提出する')
    expect(sent).toEqual([])
    await choose('image/jpeg')
    press('書類を提出する')
    await said(DOCUMENT_FAILURES.birth_date_missing)
    request = { status: 'pending', created_at: '2026-11-20T00:00:00Z' }
    press('書類を提出する')
    await screen.findByText(/2026年11月20日に提出した書類を確認しています/)
    expect(sent).toEqual(['image/jpeg', 'image/jpeg'])
  })

  test('corrects the birth date that was told, and takes none that nobody has', async () => {
    const sendDocument = vi.fn<(file: File, birthDate: string | null) => Promise<DocumentResult>>()
    sendDocument.mockResolvedValue({ ok: true })
    await show(screenOf(aService(), { load: loading({}), sendDocument }))
    await choose('image/png')
    expect((await field('書類の生年月日')).value).toBe('1990-02-03')
    await type('書類の生年月日', '2999-01-01')
    press('書類を提出する')
    await said(DOCUMENT_FAILURES.birth_date_future)
    await type('書類の生年月日', '')
    press('書類を提出する')
    await said(DOCUMENT_FAILURES.birth_date_odd)
    expect(sendDocument).not.toHaveBeenCalled()
    await type('書類の生年月日', '1991-02-03')
    press('書類を提出する')
    await waitFor(() => expect(sendDocument).toHaveBeenCalledWith(expect.any(File), '1991-02-03'))
  })

  test('corrects no birth date of a minor', async () => {
    const birthDate = `${new Date().getFullYear() - 15}-01-01`
    await show(screenOf(aService(), { load: loading({ birthDate }) }))
    expect((await field('書類の生年月日')).disabled).toBe(true)
    await said(DOCUMENT_FAILURES.birth_date_of_minor)
  })

  test('needs a connection', async () => {
    const sendDocument = vi.fn<(file: File) => Promise<DocumentResult>>()
    const load = loading({})
    const service = aService()
    const { change } = await show(screenOf(service, { load, sendDocument }))
    await choose('image/png')
    change(screenOf(service, { load, sendDocument, online: false }))
    await said('書類の提出には接続が必要です。選んだファイルはこの画面に残しています。')
    press('書類を提出する')
    expect(sendDocument).not.toHaveBeenCalled()
  })

  test('is not asked for without a phone, nor of who has level 3; one that was rejected is told', async () => {
    const { change } = await show(screenOf(aService()))
    await screen.findByText('電話番号を認証すると、本人確認を申し込めます。')
    change(screenOf(aService(), { load: loading({ request: { status: 'rejected', created_at: '' } }) }))
    await screen.findByText(/前回の書類では確認できませんでした/)
    change(screenOf(aService(), { load: loading({ level: 3 }) }))
    await screen.findByText('運営が書類を確認しました。')
    expect(screen.queryByText('書類による本人確認')).toBeNull()
  })
})
