/**
 * The port of the journeys that run in three engines: `launch` (launch.ts) gives a device, and each engine has an adapter (adapters/) that
 * implements `Driver`. Elements are looked up by one script in all engines (page/lookup.ts); input is the engine's own.
 */

type Narrowed = {
  /** Looked up inside the first match of this. */
  within?: Target
  /** Keeps elements whose text contains this. */
  containing?: string
}
type ByRole = Narrowed & {
  role: string
  /** The accessible name: a string must equal it, an expression must match. */
  name?: string | RegExp
  pressed?: boolean
  checked?: boolean
  selected?: boolean
  expanded?: boolean
}
/** Strings are CSS selectors. Of several visible matches the first is meant. */
export type Target =
  | string
  | ByRole
  | (Narrowed & { label: string | RegExp })
  | (Narrowed & { text: string | RegExp })
  | (Narrowed & { css: string })

export type Size = { width: number; height: number }
export type Point = { x: number; y: number }
type NamedKey =
  | 'Enter'
  | 'Tab'
  | 'Escape'
  | 'Backspace'
  | 'Space'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Shift'
  | 'Control'
/** A named key, or one character. */
export type Key = NamedKey | (string & {})

export type EngineName = 'chromium' | 'firefox' | 'webkit'

export type LaunchOptions = Size & {
  /** A folder that an earlier device left; a new one otherwise, removed at close. */
  profile?: string
  /** Source that runs in every document before its own scripts. */
  before?: string
}

/** A browser with a profile of its own. */
export type Device = {
  readonly engine: EngineName
  /** Console errors and uncaught exceptions of all tabs, in order, since the launch or the last call. */
  takeComplaints(): string[]
  /** Paths of the files that were downloaded, complete ones only. */
  downloads(): Promise<string[]>
  tabs(): readonly Tab[]
  newTab(): Promise<Tab>
  /** Closes the browser and starts it again with the same profile and no tab. */
  restart(): Promise<void>
  close(): Promise<void>
}

export type Tab = {
  /** Resolves when the document has been parsed. */
  go(address: string): Promise<void>
  reload(): Promise<void>
  /** May resolve before it is there. */
  back(): Promise<void>
  address(): Promise<URL>
  /** Waits until the target is visible, enabled, at rest and not covered; then real pointer input. */
  click(target: Target): Promise<void>
  /** Clicks the field and types in place of what it holds. Sets date, range and select fields without input. */
  fill(target: Target, text: string): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** The earlier keys are held while the last is pressed. */
  press(...keys: Key[]): Promise<void>
  /** Gives files to an `input type=file`, which may be hidden. */
  upload(target: Target, paths: string[]): Promise<void>
  waitFor(target: Target, state?: 'visible' | 'gone', timeoutMs?: number): Promise<void>
  /** Waits until the condition, a function without closure that runs in the page, is true. Survives navigations. */
  waitUntil(condition: () => unknown, timeoutMs?: number): Promise<void>
  waitForPath(path: string | RegExp, timeoutMs?: number): Promise<void>
  /** What is written in the target; of the whole page without one. */
  text(target?: Target): Promise<string>
  value(target: Target): Promise<string>
  /** Of the visible matches. */
  count(target: Target): Promise<number>
  /** Runs a function without closure in the page. Arguments and results are JSON. */
  evaluate<Result>(action: () => Result | Promise<Result>): Promise<Result>
  evaluate<Argument, Result>(
    action: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
  /** The JSON value of an expression, once its promise resolves. */
  evaluateSource(expression: string): Promise<unknown>
  /** Runs source in the page as a script does. */
  run(source: string): Promise<void>
  screenshot(options: { path: string; timeout?: number }): Promise<void>
  resize(size: Size): Promise<void>
  /** Brings it before the other tabs; whatever needs a person's hand does so by itself. */
  toFront(): Promise<void>
  close(): Promise<void>
}

/** What an adapter starts. */
export type StartOptions = Size & {
  profile: string
  downloads: string
  before: string | undefined
  complain: (text: string) => void
}
export type Engine = { name: EngineName; start(options: StartOptions): Promise<Driver> }
export type Driver = {
  openPage(): Promise<PageDriver>
  close(): Promise<void>
}
/** One page of a browser, in the engine's own words. Points are in CSS pixels of the viewport. */
export type PageDriver = {
  go(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Evaluates an expression, awaits its promise, and answers the text that it resolves to. */
  evaluate(expression: string): Promise<string>
  clickAt(point: Point): Promise<void>
  type(text: string): Promise<void>
  press(keys: Key[]): Promise<void>
  /** `expression` evaluates to the input. */
  setFiles(expression: string, paths: string[]): Promise<void>
  screenshot(path: string): Promise<void>
  resize(size: Size): Promise<void>
  toFront(): Promise<void>
  close(): Promise<void>
}
