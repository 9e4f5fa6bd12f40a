// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SOUNDS } from '#domain/sound.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY, SOUND_NAMES } from './copy.ts'
import { SoundSection } from './sound-section.tsx'
import { changeSound, soundSettings } from './sound-settings.ts'

test('sound is turned down, heard and turned off', async () => {
  changeSound({ enabled: true, volume: 0.5 })
  const sample = vi.fn()
  await show(<SoundSection sample={sample} />)
  const volume = await screen.findByLabelText<HTMLInputElement>(COPY.volume)
  expect(volume.value).toBe('0.5')
  fireEvent.change(volume, { target: { value: '0.2' } })
  expect(soundSettings.read().volume).toBe(0.2)
  expect(volume.getAttribute('aria-valuetext')).toBe('20%')
  for (const sound of SOUNDS) fireEvent.click(screen.getByText(SOUND_NAMES[sound]))
  expect(sample.mock.calls.flat()).toEqual([...SOUNDS])
  fireEvent.click(screen.getByLabelText(COPY.enabled))
  expect(soundSettings.read().enabled).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>(COPY.volume).disabled).toBe(true)
})
