/** Where something goes that hangs from the top of the window and may cover nothing that is in use. In px. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const gap = 8

/** The topmost place for `box`, from where it is down, that keeps clear of all of `keep`; null where there is none above `floor`. */
export function freeTop(box: Box, keep: readonly Box[], floor: number): number | null {
  const height = box.bottom - box.top
  const inWay = keep.filter(({ left, right }) => left < box.right + gap && right > box.left - gap)
  let { top } = box
  for (const one of inWay.sort((a, b) => a.top - b.top)) {
    if (one.top < top + height + gap && one.bottom > top - gap) top = one.bottom + gap
  }
  return top + height <= floor ? top : null
}
