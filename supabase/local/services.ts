import type { Pool } from 'pg'
import { createAuth } from './auth/auth.ts'
import type { Config } from './config.ts'
import { createFirebase } from './firebase/firebase.ts'
import type { FirebaseSelection } from './firebase/selection.ts'
import { createFunctions } from './functions/functions.ts'
import type { Routes } from './gateway/gateway.ts'
import type { Keys } from './gateway/keys.ts'
import type { Service } from './gateway/service.ts'
import { createMail } from './mail/mail.ts'
import type { PushKeys } from './push/push-keys.ts'
import { createRealtime } from './realtime/realtime.ts'
import { createRest } from './rest/create-rest.ts'
import { createStorage } from './storage/storage.ts'
import type { StripeSelection } from './stripe/selection.ts'
import { createStripe } from './stripe/stripe.ts'
import type { TurnstileSelection } from './turnstile/selection.ts'
import { createTurnstile } from './turnstile/turnstile.ts'
import { localYoutubeKey } from './youtube/selection.ts'
import { createYoutube } from './youtube/youtube.ts'

type Dependencies = {
  adminPool: Pool
  authenticatorPool: Pool
  /** Of the superuser, for what needs a connection of its own. */
  adminUrl: string
  /** Of the role that migrations run as; what functions get. */
  databaseUrl: string
  keys: Keys
  config: Config
  apiUrl: string
  siteUrl: string
  functionsFolder: string
  /** Where stored files are kept. */
  storageFolder: string
  emailConfirmations: boolean
  firebase: FirebaseSelection
  stripe: StripeSelection
  /** Null where nobody has to show that they are human. */
  turnstile: TurnstileSelection | null
  pushKeys: PushKeys
  /** What functions see of YouTube. */
  youtube: Record<string, string>
  log: (line: string) => void
}

export type Services = { routes: Routes; close(): Promise<void> }

/** Opens the services behind the gateway; when one cannot be opened, those that were are closed again. */
export async function openServices(dependencies: Dependencies): Promise<Services> {
  const { adminPool, authenticatorPool, keys, config, apiUrl, siteUrl, firebase, stripe, log } = dependencies
  const opened: Service[] = []
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((service) => service.close()))
  }
  const open = async <S extends Service>(service: S | Promise<S>): Promise<S> => {
    opened.push(await service)
    return service
  }
  try {
    const mail = await open(createMail())
    const { sendMail, sendSms } = mail
    const routes: Routes = {
      mail,
      firebase: await open(createFirebase({ project: firebase.web.projectId, sendSms })),
      turnstile: await open(createTurnstile()),
      youtube: await open(createYoutube(adminPool, localYoutubeKey(keys.secretKey))),
      rest: await open(
        createRest({ authenticatorPool, keys, schemas: config.api.schemas, maxRows: config.api.max_rows }),
      ),
      auth: await open(
        createAuth({
          adminPool,
          keys,
          apiUrl,
          siteUrl,
          redirectUrls: redirectUrls(siteUrl, config),
          settings: {
            ...authSettings(config, dependencies.emailConfirmations),
            captcha: dependencies.turnstile?.captcha ?? null,
          },
          sendMail,
          log,
        }),
      ),
      realtime: await open(createRealtime({ adminPool, databaseUrl: dependencies.adminUrl, keys, log })),
      storage: await open(createStorage({ adminPool, keys, folder: dependencies.storageFolder, log })),
      stripe: stripe.standIn
        ? await open(
            createStripe({
              adminPool,
              keys: stripe.standIn,
              webhook: {
                url: `${apiUrl}/functions/v1/stripe-webhook`,
                secret: stripe.standIn.webhookSecret,
              },
              seeded: true,
              log,
            }),
          )
        : null,
      functions: await open(
        createFunctions({
          directory: dependencies.functionsFolder,
          config: config.functions,
          keys,
          env: {
            SUPABASE_URL: apiUrl,
            SUPABASE_DB_URL: dependencies.databaseUrl,
            SITE_URL: siteUrl,
            ...pushEnvironment(dependencies.pushKeys),
            ...firebase.functions,
            ...stripe.functions,
            ...dependencies.youtube,
          },
          log,
        }),
      ),
    }
    return { routes, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The app wherever its port is, under both names of this machine, and what config.toml adds. */
function redirectUrls(siteUrl: string, config: Config): string[] {
  const sites = [siteUrl, siteUrl.replace('//localhost', '//127.0.0.1')]
  return [...sites.map((site) => `${site}/**`), ...config.auth.additional_redirect_urls]
}

function authSettings(
  { auth }: Config,
  emailConfirmations: boolean,
): Parameters<typeof createAuth>[0]['settings'] {
  return {
    emailConfirmations,
    minPasswordLength: auth.minimum_password_length,
    jwtExpirySeconds: auth.jwt_expiry,
    refreshReuseIntervalSeconds: auth.refresh_token_reuse_interval,
    secureEmailChange: auth.email.double_confirm_changes,
    mailIntervalSeconds: auth.email.max_frequency,
    otpExpirySeconds: auth.email.otp_expiry,
    rateLimits: {
      signInsAndSignUps: auth.rate_limit.sign_in_sign_ups,
      tokenRefreshes: auth.rate_limit.token_refresh,
      tokenVerifications: auth.rate_limit.token_verifications,
      mailsPerHour: auth.rate_limit.email_sent,
    },
    totpEnroll: auth.mfa.totp.enroll_enabled,
    totpVerify: auth.mfa.totp.verify_enabled,
  }
}

const pushEnvironment = ({ publicKey, privateKey }: PushKeys): Record<string, string> => ({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: process.env['VAPID_SUBJECT'] ?? 'mailto:postmaster@mirutomo.test',
  PUSH_ORIGINS: process.env['PUSH_ORIGINS'] ?? '',
})
