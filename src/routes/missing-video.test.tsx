// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AppContext } from '#app/app-context.ts'
import type { App } from '#app/app.ts'
import { createValue } from '#platform/observable-value.ts'
import { show } from '../../tests/support/screen.tsx'
import { MissingVideo } from './missing-video.tsx'

function appWith(fetchMissingVideos: () => Promise<void>, isOnline: boolean) {
  const online = createValue(isOnline)
  const app = {
    connectivity: { online },
    keeper: { state: createValue({ status: 'open', opened: { fetchMissingVideos }, activity: null }) },
  } as unknown as App
  return { app, online }
}
const shown = (app: App) => (
  <AppContext value={app}>
    <MissingVideo />
  </AppContext>
)

describe('MissingVideo', () => {
  test('asks the server while there is a connection', async () => {
    const fetchMissing = vi.fn(() => new Promise<void>(() => {}))
    await show(shown(appWith(fetchMissing, true).app))
    expect(screen.getByText('動画の情報を読み込んでいます。')).toBeDefined()
    expect(fetchMissing).toHaveBeenCalledOnce()
  })

  test('asks nobody without a connection, and once there is one', async () => {
    const fetchMissing = vi.fn(() => new Promise<void>(() => {}))
    const { app, online } = appWith(fetchMissing, false)
    await show(shown(app))
    expect(screen.getByText(/まだ端末にありません。接続すると表示されます。/)).toBeDefined()
    expect(fetchMissing).not.toHaveBeenCalled()
    online.set(true)
    await waitFor(() => expect(fetchMissing).toHaveBeenCalledOnce())
  })

  test('says so when the server does not answer', async () => {
    await show(shown(appWith(() => Promise.reject(new Error('away')), true).app))
    expect(await screen.findByText('いまは動画の情報を取得できません。')).toBeDefined()
  })
})
