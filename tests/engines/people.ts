import { makeAcquaintance, newPerson, type Person } from '../e2e/people.ts'
import { anonymousClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'
import type { Tab, Target } from './port.ts'

export { newPerson }

export const PHONE = { width: 390, height: 844 }

export const button = (name: string | RegExp): Target => ({ role: 'button', name })
export const link = (name: string | RegExp): Target => ({ role: 'link', name })
export const heading = (name: string | RegExp): Target => ({ role: 'heading', name })

/** That of the video whose screen this is: the hearts of other videos have no words. */
export const heart = {
  role: 'button',
  name: 'お気に入り',
  within: 'main',
  containing: 'お気に入り',
} satisfies Target

/** On the sign-up screen. Where it leads is for the caller to wait for. */
export async function fillSignUp(tab: Tab, person: Person): Promise<void> {
  await tab.fill({ label: 'ユーザー名' }, person.username)
  await tab.fill({ label: 'メールアドレス' }, person.email)
  await tab.fill({ label: 'パスワード' }, person.password)
  await tab.click(button('登録する'))
}

export async function signUp(tab: Tab, web: string, person: Person): Promise<void> {
  await tab.go(`${web}/signup`)
  await fillSignUp(tab, person)
  await tab.waitForPath('/')
}

export async function signIn(
  tab: Tab,
  web: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await tab.go(`${web}/login`)
  await tab.fill({ label: 'メールアドレス' }, email)
  await tab.fill({ label: 'パスワード' }, password)
  await tab.click(button('ログインする'))
  await tab.waitForPath('/')
}

/** Waits until the service worker has what a start without a connection needs. */
export const waitForWorker = (tab: Tab): Promise<void> =>
  tab.waitUntil(isServed).catch(async (error: unknown) => {
    throw new Error(await tab.evaluate(howServed), { cause: error })
  })

export type Member = Person & { id: string; conversationId: string }

/** An adult with an account and a conversation, without a screen. */
export async function newMember(stack: StackContext, name: string): Promise<Member> {
  const person = newPerson(name)
  const { email, password, username } = person
  const { error } = await anonymousClient(stack).auth.signUp({
    email,
    password,
    options: { data: { username } },
  })
  if (error) throw error
  const { userId, conversationId } = await makeAcquaintance(stack, person)
  return { ...person, id: userId, conversationId }
}

/* What follows runs in the page. */

/**
 * Installed is enough: whoever opens a page while it is activated waits for it. Hazard: WebKit never tells a
 * document that opens just then that it was; its `state` stays `activating` there, though the worker answers.
 */
const isServed = async (): Promise<boolean> =>
  Boolean((await navigator.serviceWorker.getRegistration())?.active)

const howServed = async (): Promise<string> => {
  const registration = await navigator.serviceWorker.getRegistration()
  const states = (['installing', 'waiting', 'active'] as const).map(
    (place) => `${place}: ${registration?.[place]?.state}`,
  )
  return ['no worker serves this page', document.readyState, registration?.scope, ...states].join(', ')
}
