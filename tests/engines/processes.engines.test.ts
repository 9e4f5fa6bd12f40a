import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { launch } from './launch.ts'
import { BrowserProcesses } from './processes.ts'
import { STOPPABLE } from './ways.ts'

const { web } = inject('stack')

describe.each(STOPPABLE)('the processes of %s', (_, engine) => {
  test('are stopped and woken by the tab whose page they run', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'mirutomo-processes-'))
    const device = await launch(engine, { width: 390, height: 844, profile })
    const processes = new BrowserProcesses(profile)
    onTestFinished(async () => {
      processes.wakeAll()
      await device.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    })
    const one = await device.newTab()
    await one.go(`${web}/help`)
    const other = await device.newTab()
    await other.go(`${web}/faq`)

    const process = await processes.ofTab(one)
    processes.stop(process)
    let isAnswered = false
    const answer = one
      .evaluate(() => location.pathname)
      .finally(() => {
        isAnswered = true
      })
    expect(await other.evaluate(() => location.pathname)).toBe('/faq')
    expect(isAnswered).toBe(false)
    processes.wake(process)
    expect(await answer).toBe('/help')
    expect((await processes.ofTab(other)).pid).not.toBe(process.pid)
  })
})

test('the processes of another browser are left alone', () => {
  const processes = new BrowserProcesses('/no/such/profile')
  expect(() =>
    processes.stop({ pid: process.ppid, parent: 1, startedAt: 0, name: '', commandLine: '' }),
  ).toThrow('no process of this browser')
})
