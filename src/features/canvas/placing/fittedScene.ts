/** From where is a whole scene seen, titles and all? They keep their size on screen, so that each scale has its own bounds. */
import { boxAround } from '../../../model/canvas/box.ts'
import { labelBox, labelsAround, levelOf, mostOfLevel } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { branchOf, drawnIn, type Scene } from '../../../model/canvas/scene.ts'
import { zoom } from '../../../model/limits.ts'
import { type Box, fitted, panned, type Size, toCanvas, type View } from './viewport.ts'

/** In px of the screen, around the bubbles (less on a narrow canvas) and around their titles. */
const discMargin = ({ width }: Size): number => Math.min(64, Math.max(titleMargin, width / 18))
const titleMargin = 16
/** With more bubbles no scale has room for all titles, and placing them takes a while. */
const mostTitled = 400

/** From so far away nothing is read any more. */
const leastLegible = 0.15

/**
 * What is shown of a project that is opened for the first time: all of it; where that is too far away to be read, the branch that holds most, from as
 * far away as a hand zooms, so that it stands among others.
 */
export function firstLook(scene: Scene, size: Size, most: number, nothing: Box): View {
  const view = fittedScene(scene, size, most, nothing)
  if (view.scale >= leastLegible) return view
  const top = scene.bubbles.reduce((largest, bubble) => (bubble.total > largest.total ? bubble : largest))
  return fitted(boxAround(branchOf(scene, top.id)), size, discMargin(size), Math.min(most, zoom.least), leastLegible)
}

/** In the upper right stands *New quirk*: nothing is to lie under it, in px of the screen. */
export const corner = { width: 150, height: 54 }

/** At a scale of `most` at most; `nothing`: what is shown of a scene without bubbles. */
export function fittedScene(scene: Scene, size: Size, most: number, nothing: Box): View {
  const view = fittedTo(scene, size, most, nothing)
  if (!reachesCorner(scene, view, size)) return view
  const beside = fittedTo(scene, { ...size, width: size.width - corner.width }, most, nothing, view)
  const below = fittedTo(scene, { ...size, height: size.height - corner.height }, most, nothing, view)
  const isLarger = beside.scale > below.scale
  return isLarger && !reachesCorner(scene, beside, size) ? beside : panned(below, 0, corner.height)
}

function reachesCorner(scene: Scene, view: View, { width }: Size): boolean {
  const level = levelOf(view.scale)
  const { x, y } = toCanvas(view, { x: width - corner.width, y: corner.height })
  const drawn = foldedAt(scene, level)
  if (drawn.bubbles.some((bubble) => bubble.r > 0 && bubble.x + bubble.r > x && bubble.y - bubble.r < y)) return true
  return Array.from(labelsAround(drawn, [], level)).some(([number, label]) => {
    const { right, top } = labelBox(label, drawn.bubbles[number]!, level)
    return right > x && top < y
  })
}

/** `near`: about what it comes to. */
function fittedTo(scene: Scene, size: Size, most: number, nothing: Box, near?: View): View {
  const { bounds } = scene
  const discs = fitted(bounds ?? nothing, size, discMargin(size), most, zoom.leastFitted)
  if (!bounds || drawnIn(scene) > mostTitled) return discs
  const withTitlesOf = (level: number, upTo: number): View => {
    const around = (discMargin(size) - titleMargin) / level
    const box = {
      left: bounds.left - around,
      top: bounds.top - around,
      right: bounds.right + around,
      bottom: bounds.bottom + around,
    }
    return fitted(withTitles(box, foldedAt(scene, level), level), size, titleMargin, upTo, zoom.leastFitted)
  }
  // Titles stand elsewhere at another level: a view is right where it has room for those of its own.
  let level = levelOf((near ?? discs).scale)
  let isComingCloser = true
  for (;;) {
    const view = withTitlesOf(level, most)
    const next = levelOf(view.scale)
    if (next === level) return view
    // Those of the next level have no room there: from as near as these are seen.
    if (next > level && !isComingCloser) return withTitlesOf(level, Math.min(most, mostOfLevel(level)))
    if (next < level) isComingCloser = false
    level = next
  }
}

function withTitles(box: Box, scene: Scene, level: number): Box {
  let { left, top, right, bottom } = box
  for (const [number, label] of labelsAround(scene, [], level)) {
    const around = labelBox(label, scene.bubbles[number]!, level)
    left = Math.min(left, around.left)
    top = Math.min(top, around.top)
    right = Math.max(right, around.right)
    bottom = Math.max(bottom, around.bottom)
  }
  return { left, top, right, bottom }
}
