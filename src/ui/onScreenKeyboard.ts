/**
 * The keyboard that a touch screen shows over the page: what it covers from below stands in `--keyboard`, in px, and what lies at the lower edge stands above
 * that. The page itself stays as high as it is (no `interactive-widget` in its head): else a tablet with its keyboard out would be as low as a phone on its
 * side, and get the layout of one while somebody writes.
 */

/** As `visualViewport` has it: what is seen of the page, in px of the page, and how much larger than usual. */
export interface Seen {
  readonly height: number
  readonly offsetTop: number
  readonly scale: number
}

/** Of a page `height` px high. */
export function coveredBelow(height: number, seen: Seen): number {
  // Who comes nearer with two fingers sees less of it without any keyboard.
  if (seen.scale > 1.01) return 0
  return Math.max(0, Math.round(height - seen.offsetTop - seen.height))
}

export function standAboveKeyboard(): void {
  const seen = window.visualViewport
  if (!seen) return
  let covered = 0
  const follow = () => {
    const now = coveredBelow(innerHeight, seen)
    if (now === covered) return
    covered = now
    document.documentElement.style.setProperty('--keyboard', `${covered}px`)
  }
  seen.addEventListener('resize', follow)
  seen.addEventListener('scroll', follow)
}
