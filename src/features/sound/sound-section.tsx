import { useId, useSyncExternalStore } from 'react'
import { type Sound, SOUNDS } from '#domain/sound.ts'
import { handDevice } from '#platform/installed.ts'
import { Button } from '#ui/button.tsx'
import { COPY, SOUND_NAMES } from './copy.ts'
import { changeSound, soundSettings } from './sound-settings.ts'

/** Sound on and off, how loud, and how the five sound. */
export function SoundSection({ sample }: { sample: (sound: Sound) => void }) {
  const id = useId()
  const { enabled, volume } = useSyncExternalStore(soundSettings.listen, soundSettings.read)
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg">
        {COPY.title}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {COPY.hint}
        {handDevice() === 'ios' && COPY.silentMode}
      </p>
      <div className="mt-3 overflow-hidden rounded-xl border border-line bg-surface">
        <label className="flex min-h-14 cursor-pointer items-center gap-4 border-b border-line px-4 py-2.5 hover:bg-hover">
          <span className="flex-1">{COPY.enabled}</span>
          <input
            type="checkbox"
            checked={enabled}
            onChange={(event) => changeSound({ enabled: event.target.checked })}
            className="size-5 accent-ink"
          />
        </label>
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
          <label htmlFor={`${id}-volume`} className="min-w-12">
            {COPY.volume}
          </label>
          <input
            id={`${id}-volume`}
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={volume}
            disabled={!enabled}
            aria-valuetext={COPY.percent(volume)}
            onChange={(event) => changeSound({ volume: event.target.valueAsNumber })}
            className="h-11 min-w-0 flex-1 basis-24 accent-ink disabled:opacity-45"
          />
          <output htmlFor={`${id}-volume`} className="w-12 text-end text-sm text-muted">
            {COPY.percent(volume)}
          </output>
        </div>
        <div role="group" aria-label={COPY.samples} className="px-4 py-3">
          <p className="text-sm text-muted">{COPY.samples}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {SOUNDS.map((sound) => (
              <Button key={sound} size="sm" disabled={!enabled} onClick={() => sample(sound)}>
                {SOUND_NAMES[sound]}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
