/** What is drawn of a recording, as paths of SVG: one for how loud it is, and one for each quirk, however many passages were coded. */
import type { CodedTime } from './codedTimes.ts'

/** The picture is so wide, whatever is drawn. */
export const waveWidth = 1000

/** An area about the line `middle`, `half` high to both sides where it is loudest. */
export function wavePath(peaks: Uint8Array, middle: number, half: number): string {
  const most = Math.max(
    1,
    peaks.reduce((loudest, peak) => Math.max(loudest, peak), 0),
  )
  const spots = Array.from(peaks, (peak, n) => {
    const x = Math.round(((n + 0.5) / peaks.length) * waveWidth * 10) / 10
    return { x, y: Math.round((peak / most) * half * 10) / 10 }
  })
  const over = spots.map(({ x, y }) => `L${x} ${middle - y}`)
  const under = spots.toReversed().map(({ x, y }) => `L${x} ${middle + y}`)
  return `M0 ${middle}${over.join('')}L${waveWidth} ${middle}${under.join('')}Z`
}

/** By quirk, in the order in which they come. `top`: of the first lane; `height`: of each. */
export function lanePaths(bars: readonly CodedTime[], top: number, height: number): Map<number, string> {
  const paths = new Map<number, string>()
  for (const { quirkId, from, to, lane } of bars) {
    const [x, width] = [Math.round(from * waveWidth), Math.max(1, Math.round((to - from) * waveWidth))]
    const bar = `M${x} ${top + lane * height}h${width}v${height * 0.8}h${-width}z`
    paths.set(quirkId, `${paths.get(quirkId) ?? ''}${bar}`)
  }
  return paths
}
