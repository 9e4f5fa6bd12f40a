import { StackRefusal } from '../refusal.ts'

/** What the app gets in environment.json; with `emulatorUrl` the SDK talks to the stand-in there and shows no human check. */
export type FirebaseWeb = { apiKey: string; authDomain: string; projectId: string; emulatorUrl?: string }
export type FirebaseSelection = { web: FirebaseWeb; functions: Record<string, string> }

const NAMES = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'] as const
const LOCAL_PROJECT = 'mirutomo-local'

/** The Firebase project that the environment names, or the stand-in of this stack when it names none. */
export function selectFirebase(
  environment: Readonly<Record<string, string | undefined>>,
  apiUrl: string,
): FirebaseSelection {
  const [apiKey, authDomain, projectId] = NAMES.map((name) => environment[name])
  if (apiKey && authDomain && projectId) {
    return { web: { apiKey, authDomain, projectId }, functions: { FIREBASE_PROJECT_ID: projectId } }
  }
  if (apiKey || authDomain || projectId) {
    throw new StackRefusal(
      `Firebase needs ${NAMES.join(', ')}, all or none of them. / Firebase を使うにはこの3つの環境変数がすべて必要です。`,
    )
  }
  return {
    web: {
      apiKey: 'local',
      authDomain: 'localhost',
      projectId: LOCAL_PROJECT,
      emulatorUrl: apiUrl,
    },
    functions: { FIREBASE_PROJECT_ID: LOCAL_PROJECT, FIREBASE_JWKS_URL: `${apiUrl}${KEYS_PATH}` },
  }
}

/** As under https://www.googleapis.com: the SDK's way of naming hosts in an emulator, used for the keys too. */
export const KEYS_PATH = '/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
