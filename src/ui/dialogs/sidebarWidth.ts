/** Specification 1 §2: the right sidebar is at least 350 px wide and does not reach over the navbar's right edge. */
export const LEAST_SIDEBAR = 350

/** The widest it may be, in px, given the window's width and the navbar's right edge. */
export const mostSidebar = (windowWidth: number, navbarRight: number): number =>
  Math.max(LEAST_SIDEBAR, windowWidth - navbarRight)

/** The width for a grip at `x`, or null where the drag is ignored: too narrow, or left of the navbar's right edge. */
export function draggedWidth(x: number, windowWidth: number, navbarRight: number): number | null {
  const width = windowWidth - x
  return width < LEAST_SIDEBAR || x < navbarRight ? null : Math.round(width)
}

/** A remembered width made to fit the window of today. */
export const fittingWidth = (width: number, windowWidth: number, navbarRight: number): number =>
  Math.round(Math.min(mostSidebar(windowWidth, navbarRight), Math.max(LEAST_SIDEBAR, width)))
