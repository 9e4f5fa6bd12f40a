import type { Video } from '#domain/catalogue.ts'
import { AXES } from '#domain/rating.ts'

/** The averages of the six axes in their order; null where nobody has rated that axis. */
export const axisAverages = (video: Video): (number | null)[] =>
  AXES.map((axis) => video[`avg_${axis}`] || null)
