import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'

export type VideoCardProps = {
  video: Video
  thumbnailUrl: string
  /** tile: picture above the text · row: beside it · fluid: a row on narrow screens, else a tile · feature: one large video with its radar. */
  layout?: 'tile' | 'row' | 'fluid' | 'feature'
  /** Place in a list that is ordered by something, from 1. */
  rank?: number
  /** A small line under the facts. */
  note?: ReactNode
  badge?: ReactNode
  /** A control of its own, beside the title; not part of the link. */
  action?: ReactNode
  eager?: boolean
}
