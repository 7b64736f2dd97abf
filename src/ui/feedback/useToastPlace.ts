import { type RefObject, useLayoutEffect } from 'react'
import { type Box, freeTop } from './freeTop.ts'

const fromTop = 16
/** Lists and strips come under a toast that is there already. In ms. */
const again = 300
/** At phone width a dialog leaves little above itself. */
const fromTopNarrow = 8
const narrow = 480
/** A toast with a button is hardly readable in less. */
const leastRoom = 280

/** In the middle of `[data-toast-place]`, else of the window; keeps the toasts clear of `[data-keep-clear]` and of open menus, and of the topmost modal, or at least of its words and of what can be used in it. */
export function useToastPlace(viewport: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
  const some = toasts.length > 0
  useLayoutEffect(() => {
    // Where there are none nothing is measured: that would have the whole page laid out.
    if (!viewport.current || toasts.length === 0) return
    place(viewport.current)
    // Again in the next frame: a dialog may close in the same act, and what says that it worked comes before it knows.
    const frame = requestAnimationFrame(() => viewport.current && place(viewport.current))
    return () => cancelAnimationFrame(frame)
  }, [viewport, toasts])
  useLayoutEffect(() => {
    if (!some) return
    const placeAgain = () => viewport.current && place(viewport.current)
    const stop = new AbortController()
    // Modals come and go as children of the body, and move until their transition ends.
    const modals = new MutationObserver(placeAgain)
    modals.observe(document.body, { childList: true })
    document.addEventListener('transitionend', placeAgain, { signal: stop.signal })
    window.addEventListener('resize', placeAgain, { signal: stop.signal })
    const timer = setInterval(placeAgain, again)
    return () => {
      clearInterval(timer)
      modals.disconnect()
      stop.abort()
    }
  }, [viewport, some])
}

/** What a toast never covers, and what it covers only where there is no room beside. */
const kept = '[data-keep-clear]'
const keptIfRoom = '[data-keep-clear-if-room]'

/** It is covered by them where there is no room beside. */
const menus = '.ui-menu[data-open]'

/** In a modal what is read is kept clear where there is room, and what can be used before that. */
const words = 'h2, p, li'
const controls = 'button, input, textarea, select, label, [role=checkbox]'

function place(viewport: HTMLElement): void {
  const top = innerWidth <= narrow ? fromTopNarrow : fromTop
  // One that is fading away keeps nobody from what is behind it.
  const modal = [...document.querySelectorAll('.ui-modal[data-open]')].at(-1)
  const room = modal ? undefined : roomFor()
  viewport.style.left = room ? `${(room.left + room.right) / 2}px` : ''
  viewport.style.maxWidth = room ? `${room.width - 2 * fromTop}px` : ''
  const width = Math.max(0, ...[...viewport.children].map((toast) => (toast as HTMLElement).offsetWidth))
  const centre = room ? (room.left + room.right) / 2 : innerWidth / 2
  const box = {
    left: centre - width / 2,
    right: centre + width / 2,
    top,
    bottom: top + viewport.offsetHeight,
  }
  const attempts = modal
    ? [
        [modal.getBoundingClientRect()],
        boxesOf(modal, `${words}, ${controls}`),
        boxesOf(modal, controls),
        boxesOf(modal, '.ui-modal-close, .ui-modal-foot'),
      ]
    : [boxesOf(document, `${kept}, ${keptIfRoom}`), boxesOf(document, kept)]
  const open = boxesOf(document, menus)
  const free = [...attempts.map((keep) => [...keep, ...open]), ...attempts]
    .map((keep) => freeTop(box, keep, innerHeight - fromTop))
    .find((found) => found !== null)
  viewport.style.top = `${free ?? top}px`
}

/** Where a part of the page is what toasts are about, and the rest is read meanwhile. */
function roomFor(): DOMRect | undefined {
  const room = document.querySelector('[data-toast-place]')?.getBoundingClientRect()
  return room && room.width >= leastRoom ? room : undefined
}

const boxesOf = (within: ParentNode, selector: string): Box[] =>
  [...within.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
