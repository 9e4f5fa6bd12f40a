import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './tests/e2e/patience.ts'
import { unitFiles } from './tests/support/unit-files.ts'

const notHere = ['node_modules/**', 'dist/**', '.local/**']

/** Journeys that bear no other beside them: one fills the disk, one moves the clock by which everybody pays, one counts what the catalogue has. */
const ALONE = ['tests/e2e/{storage,premium,advanced-search}.e2e.test.ts']

const { withoutPage, withPage, alone } = unitFiles(import.meta.dirname)
/** As in tests/support/patience.ts: the second that vitest gives says nothing. */
const patience = (timeout: number) => ({ poll: { timeout } })

/** Much of it waits for timers, so that two cores do the work of three. */
const unit = {
  setupFiles: ['tests/support/unit-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: patience(20_000),
  maxWorkers: 3,
}
/** What a matrix, a catalogue or a screen is missing. */
const toldWhole = { truncateThreshold: 0 }
const inBrowser = {
  chaiConfig: toldWhole,
  setupFiles: ['tests/support/journey-setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Each question is work for the page, which has its own to do
  expect: { poll: { timeout: PATIENCE_MS, interval: 200 } },
}

/**
 * unit: no stack, many files to a process; unit-page: the same with a document; unit-alone: those that replace
 * modules or the clock, each in a process of its own
 * chaos: the sync engine in a simulation, on two threads of its own
 * stack: one embedded stack for all files
 * handles: spawns the command itself
 * e2e: Chromium on the production build, two journeys at a time; e2e-alone: one
 * hostile: the main job and one journey of each noun where the surroundings are hostile
 * engines: the journeys that run in Chromium, Firefox and WebKit
 * pictures: how every screen looks
 * bench: figures, not a test (`npm run bench`)
 */
export default defineConfig({
  test: {
    projects: [
      // In turn: between two of its files one of the other kind would end the process that they share
      {
        extends: true,
        test: { ...unit, name: 'unit', include: withoutPage, isolate: false, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-page', include: withPage, isolate: false, sequence: { groupOrder: 1 } },
      },
      { extends: true, test: { ...unit, name: 'unit-alone', include: alone, sequence: { groupOrder: 2 } } },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['sync/chaos/**/*.chaos.test.ts'],
          exclude: notHere,
        },
      },
      {
        extends: true,
        test: {
          name: 'stack',
          include: ['{sync,supabase,scripts,tests}/**/*.stack.test.ts'],
          chaiConfig: toldWhole,
          exclude: notHere,
          globalSetup: ['tests/support/stack-global-setup.ts'],
          setupFiles: ['tests/support/unit-setup.ts'],
          expect: patience(20_000),
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One database for all: what one file holds open (a late transaction, a fixture table) another would see.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'handles',
          include: ['supabase/**/*.handles.test.ts'],
          exclude: notHere,
          expect: patience(20_000),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          exclude: [...notHere, ...ALONE],
          globalSetup: ['tests/support/browser-global-setup.ts'],
          ...inBrowser,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-alone',
          include: ALONE,
          globalSetup: ['tests/support/browser-global-setup.ts'],
          ...inBrowser,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['tests/hostile/**/*.hostile.test.ts'],
          exclude: notHere,
          globalSetup: ['tests/support/browser-global-setup.ts'],
          ...inBrowser,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.engines.test.ts'],
          exclude: notHere,
          globalSetup: ['tests/support/browser-global-setup.ts'],
          ...inBrowser,
          setupFiles: ['tests/engines/journey-setup.ts'],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'pictures',
          include: ['tests/pictures/**/*.pictures.test.ts'],
          exclude: notHere,
          globalSetup: ['tests/support/pictures-global-setup.ts'],
          ...inBrowser,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.bench.test.ts'],
          exclude: notHere,
          globalSetup: ['tests/support/browser-global-setup.ts'],
          setupFiles: ['tests/support/unit-setup.ts'],
          hookTimeout: 180_000,
          fileParallelism: false,
          disableConsoleIntercept: true,
        },
      },
    ],
  },
})
