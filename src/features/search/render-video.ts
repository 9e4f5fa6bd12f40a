import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'

/** How these screens show a video; the route knows the card. */
export type RenderVideo = (video: Video, look: { layout: 'fluid'; eager?: boolean }) => ReactNode
