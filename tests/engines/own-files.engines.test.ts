import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, heart, newMember, PHONE, signIn, waitForWorker } from './people.ts'
import type { Device, Tab } from './port.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']

/** The newest download, once there are so many. */
async function download(device: Device, tab: Tab, name: string, count: number): Promise<string> {
  await tab.click(button(name))
  await expect.poll(() => device.downloads()).toHaveLength(count)
  const ending = name.startsWith('JSON') ? '.json' : '.zip'
  return (await device.downloads()).find((path) => path.endsWith(ending)) ?? ''
}

describe.each(ENGINES)('$name', (engine) => {
  test('exports in a tunnel what another account then imports', async () => {
    const [device, train] = await Promise.all([launch(engine, PHONE), boardTrain(stack)])
    onTestFinished(async () => {
      await device.close()
      await train.close()
    })
    const [leaving, staying] = [await newMember(stack, 'dasu'), await newMember(stack, 'ireru')]
    const tab = await device.newTab()
    await signIn(tab, train.web, leaving)
    await waitForWorker(tab)
    await tab.go(train.web + VIDEO)
    await tab.waitFor(heading(TITLE))
    await tab.click(heart)
    await tab.waitFor({ css: 'main [data-sync="saved"]', containing: 'お気に入り' })
    train.enterTunnel()
    await tab.go(`${train.web}/profile/settings`)
    const json = await download(device, tab, 'JSONで書き出す', 1)
    const zip = await download(device, tab, 'CSVで書き出す', 2)
    expect((await readFile(zip)).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
    train.leaveTunnel()

    const other = await launch(engine, PHONE)
    onTestFinished(() => other.close())
    const there = await other.newTab()
    await signIn(there, stack.web, staying)
    await there.go(`${stack.web}/profile/settings`)
    await there.waitFor(button('JSONで書き出す'))
    await there.upload('input[type=file]', [json])
    await there.click(button('読み込む'))
    await there.waitFor({ css: 'dialog', containing: '読み込みました' })
    await expect
      .poll(async () => (await onServer(stack, staying.id)).favorites.map(({ video_id }) => video_id))
      .toEqual((await onServer(stack, leaving.id)).favorites.map(({ video_id }) => video_id))
  })

  test('cuts a photograph to an avatar that is shown', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const folder = await mkdtemp(join(tmpdir(), 'mirutomo-photograph-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const tab = await device.newTab()
    await signIn(tab, stack.web, await newMember(stack, 'shashin'))
    const drawn = await tab.evaluate(() => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 1600, height: 900 })
      canvas.getContext('2d')?.fillRect(0, 0, 1600, 900)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    })
    const photograph = join(folder, 'IMG_0001.jpg')
    await writeFile(photograph, Buffer.from(drawn, 'base64'))
    await tab.go(`${stack.web}/profile`)
    await tab.click(button('プロフィール写真を変更'))
    await tab.upload('input[type=file]', [photograph])
    await tab.click(button('この写真にする'))
    await tab.waitUntil(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].some(
        ({ src, naturalWidth }) => src.includes('/avatars/') && naturalWidth > 0,
      ),
    )
  })
})
