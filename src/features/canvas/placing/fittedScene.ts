/** From where is a whole scene seen, titles and all? They keep their size on screen, so that each scale has its own bounds. */
import { fontAt, halfOf, type LabelStyle, labelsOf, levelOf } from '../../../model/canvas/labels.ts'
import type { Scene } from '../../../model/canvas/scene.ts'
import { type Box, fitted, type Size, type View } from './viewport.ts'

/** In px of the screen, around the bubbles and around their titles. */
const discMargin = 64
const titleMargin = 16
/** With more bubbles no scale has room for all titles, and placing them takes a while. */
const mostTitled = 400
const attempts = 3

/** At a scale from `least` to `most`; `nothing`: what is shown of a scene without bubbles. */
export function fittedScene(
  scene: Scene,
  size: Size,
  most: number,
  style: Omit<LabelStyle, 'level'>,
  nothing: Box,
  least?: number,
): View {
  const { bounds } = scene
  let view = fitted(bounds ?? nothing, size, discMargin, most, least)
  if (!bounds || scene.bubbles.length > mostTitled) return view
  for (let attempt = 0; attempt < attempts; attempt++) {
    const around = (discMargin - titleMargin) / view.scale
    const discs = {
      left: bounds.left - around,
      top: bounds.top - around,
      right: bounds.right + around,
      bottom: bounds.bottom + around,
    }
    view = fitted(withTitles(discs, scene, { ...style, level: levelOf(view.scale) }), size, titleMargin, most, least)
  }
  return view
}

function withTitles(box: Box, scene: Scene, style: LabelStyle): Box {
  const font = fontAt(style.level)
  const numbers = scene.bubbles.map(({ index }) => index)
  let { left, top, right, bottom } = box
  for (const label of labelsOf(scene, numbers, style).values()) {
    if (label.where === 'inside') continue
    const half = halfOf(label, font, style.measure)
    left = Math.min(left, label.x - half.x)
    top = Math.min(top, label.y - half.y)
    right = Math.max(right, label.x + half.x)
    bottom = Math.max(bottom, label.y + half.y)
  }
  return { left, top, right, bottom }
}
