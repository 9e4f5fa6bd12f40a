import { webkitTabs } from './adapters/webkit-tabs.ts'
import { ENGINES } from './engines.ts'
import type { Engine } from './port.ts'

type Way = readonly [name: string, engine: Engine]

/** Every way to speak to an engine whose tabs may be stopped while the others are used. */
export const STOPPABLE: readonly Way[] = ENGINES.map((engine) =>
  engine.name === 'webkit' ? ['WebKit', webkitTabs()] : [engine.name, engine],
)
/** Every way to speak to an engine. */
export const WAYS: readonly Way[] = [
  ...STOPPABLE,
  ...ENGINES.flatMap((engine): Way[] =>
    engine.name === 'webkit' ? [['WebKit through WebDriver', engine]] : [],
  ),
]
