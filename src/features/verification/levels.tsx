import {
  isPhoneValid,
  PHONE_BONUS_POINTS,
  VERIFICATION_LEVELS,
  type OwnVerification,
  type VerificationLevel,
} from '#domain/verification.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { longDate } from '#ui/japanese-date.ts'
import { COPY } from './copy.ts'
import type { ServerTime } from '#domain/server-time.ts'

const VISIBLE_DIGITS = 4

type Level = {
  level: VerificationLevel
  name: string
  icon: IconName
  state: 'reached' | 'lapsed' | 'notYet'
  body: string
}

/** The three levels, and what has become of each. */
export function Levels({ verification, now }: { verification: OwnVerification; now: ServerTime }) {
  const identified = verification.level === VERIFICATION_LEVELS.ID_VERIFIED
  const levels: Level[] = [
    {
      level: VERIFICATION_LEVELS.EMAIL_ONLY,
      name: COPY.email,
      icon: 'mail',
      state: 'reached',
      body: COPY.emailBody,
    },
    {
      level: VERIFICATION_LEVELS.PHONE_VERIFIED,
      name: COPY.phone,
      icon: 'device',
      ...phoneState(verification, now),
    },
    {
      level: VERIFICATION_LEVELS.ID_VERIFIED,
      name: COPY.identity,
      icon: 'shield',
      state: identified ? 'reached' : 'notYet',
      body: identified ? COPY.identityDone : COPY.identityBody,
    },
  ]
  return (
    <ol className="grid gap-px overflow-hidden rounded-xl border border-line bg-line">
      {levels.map(({ level, name, icon, state, body }) => (
        <li
          key={level}
          aria-current={level === verification.level ? 'step' : undefined}
          className="flex gap-4 bg-surface px-4 py-4"
        >
          <Icon
            name={icon}
            className={classNames('mt-0.5', state === 'reached' ? 'text-good' : 'text-muted')}
          />
          <div className="min-w-0 flex-1">
            <h3 className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-base">
              <span>
                レベル{level} {name}
              </span>
              <span className={classNames('text-xs font-bold', TONES[state])}>{COPY[state]}</span>
            </h3>
            <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{body}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const TONES = { reached: 'text-good', lapsed: 'text-caution', notYet: 'text-muted' }

function phoneState(verification: OwnVerification, now: ServerTime): Pick<Level, 'state' | 'body'> {
  const { level, expiry, phone } = verification
  if (level < VERIFICATION_LEVELS.PHONE_VERIFIED || expiry === null || phone === null)
    return { state: 'notYet', body: COPY.phoneBody(PHONE_BONUS_POINTS) }
  const date = longDate(Date.parse(expiry))
  return isPhoneValid(verification, now)
    ? { state: 'reached', body: COPY.phoneUntil(date, phone.slice(-VISIBLE_DIGITS)) }
    : { state: 'lapsed', body: COPY.phoneLapsed(date) }
}
