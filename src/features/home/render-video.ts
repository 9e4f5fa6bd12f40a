import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'

/** How this screen shows a video; the route knows the card. */
export type RenderVideo = (
  video: Video,
  look: { layout: 'fluid' | 'feature'; rank?: number; eager?: boolean },
) => ReactNode
