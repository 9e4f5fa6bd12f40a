import { AVATAR_MAX_BYTES, AVATAR_SIDE_PX } from '#domain/profile.ts'
import type { Crop } from './avatar-crop.ts'

export type PictureProblem = 'not_picture' | 'heic' | 'too_large'

/** A camera's picture is smaller; what is larger would take a phone's memory. */
const MAX_FILE_BYTES = 30_000_000
const QUALITIES = [0.9, 0.8, 0.65, 0.5, 0.35]

/** The picture in a file, upright; or why there is none. */
export async function readPicture(file: File): Promise<ImageBitmap | PictureProblem> {
  if (file.size > MAX_FILE_BYTES) return 'too_large'
  try {
    return await createImageBitmap(file)
  } catch {
    return (await isHeic(file)) ? 'heic' : 'not_picture'
  }
}

async function isHeic(file: File): Promise<boolean> {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return true
  const brand = await file.slice(4, 12).text()
  return /^ftyp(hei[cxms]|mif1|msf1)/.test(brand)
}

/** Draws the cut on a canvas of the size in which it is kept. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  // Not every kind of file can be seen through.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, AVATAR_SIDE_PX, AVATAR_SIDE_PX)
  context.drawImage(picture, x, y, side, side, 0, 0, AVATAR_SIDE_PX, AVATAR_SIDE_PX)
}

/** What was drawn, as webp (jpeg where the browser writes none), small enough, with nothing of the file it came from; null when it cannot be made. */
export async function encodeAvatar(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const webp = await toBlob(canvas, 'image/webp', quality)
    const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg', quality)
    if (blob === null) return null
    if (blob.size <= AVATAR_MAX_BYTES) return blob
  }
  return null
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))
