/** Where the codebook is, and how wide what stands beside it is at first. All in px. */
import { sidebar } from '../../model/limits.ts'

export const navbarWidth = 80
export const codebookWidth = 248
/** From this width of the window on the codebook has a place of its own, and is open until somebody closes it. */
const docksFrom = 1200
/** What is left of the canvas at the least, before anybody has made the texts wider. */
const leastCanvas = 420
const mostUsualSidebar = 560

/** `kept`: whether this person left it open beside the canvas, null before they have said so; `overIt`: whether it was opened over the canvas. */
export function codebookPlace(
  windowWidth: number,
  { kept, overIt }: { kept: boolean | null; overIt: boolean },
): { isOver: boolean; isOpen: boolean } {
  const isOver = windowWidth < docksFrom
  return { isOver, isOpen: isOver ? overIt : (kept ?? true) }
}

/** The width that nobody has chosen: the reading column where the window is wide, never more than two fifths of it, and the canvas keeps its least. `left`: what stands left of the canvas. */
export const usualSidebarWidth = (windowWidth: number, left: number): number =>
  Math.round(
    Math.max(sidebar.leastWidth, Math.min(mostUsualSidebar, windowWidth * 0.4, windowWidth - left - leastCanvas)),
  )
