import { type RefObject, useLayoutEffect } from 'react'
import { type Box, freeTop } from './freeTop.ts'

const fromTop = 16
/** At phone width a dialog leaves little above itself. */
const fromTopNarrow = 8
const narrow = 480

/** Keeps the toasts clear of `[data-keep-clear]`, and of what can be used in the topmost modal. */
export function useToastPlace(viewport: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
  const some = toasts.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast that comes or goes changes their height
  useLayoutEffect(() => {
    if (viewport.current) place(viewport.current)
  }, [viewport, toasts])
  useLayoutEffect(() => {
    if (!some) return
    const again = () => viewport.current && place(viewport.current)
    const stop = new AbortController()
    // Modals come and go as children of the body, and move until their transition ends.
    const modals = new MutationObserver(again)
    modals.observe(document.body, { childList: true })
    document.addEventListener('transitionend', again, { signal: stop.signal })
    window.addEventListener('resize', again, { signal: stop.signal })
    return () => {
      modals.disconnect()
      stop.abort()
    }
  }, [viewport, some])
}

function place(viewport: HTMLElement): void {
  const top = innerWidth <= narrow ? fromTopNarrow : fromTop
  const width = Math.max(0, ...[...viewport.children].map((toast) => (toast as HTMLElement).offsetWidth))
  const box = {
    left: (innerWidth - width) / 2,
    right: (innerWidth + width) / 2,
    top,
    bottom: top + viewport.offsetHeight,
  }
  const modal = [...document.querySelectorAll('.ui-modal')].at(-1)
  const attempts = modal
    ? [boxesOf(modal, 'button, input, textarea, select'), boxesOf(modal, '.ui-modal-close, .ui-modal-foot')]
    : [boxesOf(document, '[data-keep-clear]')]
  const free = attempts.map((keep) => freeTop(box, keep, innerHeight - fromTop)).find((found) => found !== null)
  viewport.style.top = `${free ?? top}px`
}

const boxesOf = (within: ParentNode, selector: string): Box[] =>
  [...within.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
