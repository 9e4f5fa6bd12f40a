import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { SendSms } from '../mail/mail.ts'
import type { PhoneUser } from './tokens.ts'

const CODE_LIFETIME_MS = 5 * 60 * 1000
/** Then the code is spent, however right the next one is. */
const WRONG_CODES = 5

/** An error as Firebase answers it: its message is a code of Firebase's. */
export class FirebaseRefusal extends Error {}

type Pending = { phone: string; code: string; expiresMs: number; wrong: number }

/** Sends codes and takes them back; people are known by their number, as Firebase knows who signs in by phone. */
export function createPhoneSignIn(project: string, now: () => number, sendSms: SendSms) {
  const pending = new Map<string, Pending>()
  const users = new Map<string, PhoneUser>()
  const refreshTokens = new Map<string, string>()

  return {
    /** Answers the session in which the code is to be confirmed. */
    async sendCode(phone: string): Promise<string> {
      if (phone === '') throw new FirebaseRefusal('MISSING_PHONE_NUMBER')
      if (!/^\+[1-9]\d{6,14}$/.test(phone))
        throw new FirebaseRefusal('INVALID_PHONE_NUMBER : Invalid format.')
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const session = randomBytes(24).toString('base64url')
      pending.set(session, { phone, code, expiresMs: now() + CODE_LIFETIME_MS, wrong: 0 })
      await sendSms({ to: phone, code, text: `${code} はミルトモの確認コードです。` })
      return session
    },

    confirm(session: string, code: string): { user: PhoneUser; refreshToken: string; isNew: boolean } {
      const asked = pending.get(session)
      if (!asked) throw new FirebaseRefusal('INVALID_SESSION_INFO')
      if (code === '') throw new FirebaseRefusal('MISSING_CODE')
      if (now() > asked.expiresMs || asked.wrong >= WRONG_CODES) throw new FirebaseRefusal('SESSION_EXPIRED')
      if (code !== asked.code) {
        asked.wrong += 1
        throw new FirebaseRefusal('INVALID_CODE')
      }
      pending.delete(session)
      const uid = createHash('sha256').update(`${project} ${asked.phone}`).digest('base64url').slice(0, 28)
      const known = users.get(uid)
      const user = { uid, phone: asked.phone, createdMs: known?.createdMs ?? now(), signedInMs: now() }
      users.set(uid, user)
      const refreshToken = randomUUID()
      refreshTokens.set(refreshToken, uid)
      return { user, refreshToken, isNew: known === undefined }
    },

    refresh(refreshToken: string): PhoneUser {
      const user = users.get(refreshTokens.get(refreshToken) ?? '')
      if (!user) throw new FirebaseRefusal('INVALID_REFRESH_TOKEN')
      return user
    },

    userOf(uid: string): PhoneUser {
      const user = users.get(uid)
      if (!user) throw new FirebaseRefusal('USER_NOT_FOUND')
      return user
    },
  }
}
