/** A square cut out of a picture, in the picture's pixels. */
export type Crop = { x: number; y: number; side: number }
type Size = { width: number; height: number }

export const MAX_ZOOM = 4

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most)
const largestSide = ({ width, height }: Size): number => Math.min(width, height)

/** The same square with its middle at `middle`, pushed back into the picture where it stands out. */
function placed(size: Size, side: number, middle: { x: number; y: number }): Crop {
  return {
    x: within(middle.x - side / 2, size.width - side),
    y: within(middle.y - side / 2, size.height - side),
    side,
  }
}

/** The largest square in the middle. */
export const wholeCrop = (size: Size): Crop =>
  placed(size, largestSide(size), { x: size.width / 2, y: size.height / 2 })

/** 1 for the largest square, `MAX_ZOOM` for the smallest. */
export const zoomOf = (size: Size, { side }: Crop): number => largestSide(size) / side

export function zoomed(size: Size, { x, y, side }: Crop, zoom: number): Crop {
  const middle = { x: x + side / 2, y: y + side / 2 }
  return placed(size, largestSide(size) / Math.min(Math.max(zoom, 1), MAX_ZOOM), middle)
}

/** `right` and `down` in sides of the square. */
export const moved = (size: Size, { x, y, side }: Crop, right: number, down: number): Crop =>
  placed(size, side, { x: x + side / 2 + right * side, y: y + side / 2 + down * side })
