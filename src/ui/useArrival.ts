import { useLayoutEffect, useRef } from 'react'

/** What had the focus last, though it may be gone. */
let held: EventTarget | null = null
/** The menu that has, or had, the focus last; and of what it is: what had the focus before it, or where nothing had, what was pressed for it. */
let menu: Element | null = null
let menuOf: Element | null = null
/** What was pressed last for a menu. */
let pressed: Element | null = null
// On the way down: a menu that is opened by key hands the focus on while it gets it.
const on = <K extends 'focusin' | 'contextmenu'>(type: K, note: (event: DocumentEventMap[K]) => void) =>
  globalThis.document?.addEventListener(type, note, { capture: true })
on('focusin', ({ target, relatedTarget: from }) => {
  const around = menuAround(target)
  // One that is drawn anew while it is open gives the focus to itself.
  if (around && around !== menu && !menuAround(from)) menuOf = from instanceof Element ? from : beside(pressed)
  menu = around ?? menu
  held = target
})
on('contextmenu', ({ target }) => {
  pressed = target instanceof Element ? target : null
})

const menuAround = (place: EventTarget | null): Element | null =>
  place instanceof Element ? place.closest('[role=menu]') : null

/** What can have the focus in the least that is around a place: the row of a list. */
function beside(place: Element | null): Element | null {
  if (!place || place === document.body) return null
  return place.querySelector('[data-row]') ?? (isFocusable(place) ? place : beside(place.parentElement))
}

const isFocusable = (element: Element): boolean => element instanceof HTMLElement && element.tabIndex >= 0

/**
 * To what the focus goes back from a dialog or box that opens now: to what has it; an entry of a menu goes with its menu, and gives it to what
 * the menu is of.
 */
export const origin = (): Element | null =>
  menuAround(document.activeElement) || (isNowhere() && isOfMenu(held)) ? menuOf : document.activeElement

/** It may have gone from its menu, or with it. */
const isOfMenu = (place: EventTarget | null): boolean =>
  place instanceof Element && (place === menu || place.matches('[role^=menuitem]'))

/** In a part of the page marked `data-arrival`, which is where work begins: a text, the first row of a list, or what fills an empty one. */
const beginnings = '.cm-content, [data-row="0"], .ui-state-actions button'
/** For `arriveAt`: the text of this source, and not the one in whose place it comes. */
export const inTextOf = (sourceId: number): string => `[data-arrival][data-source="${sourceId}"] .cm-content`

/**
 * Whenever something else is shown, as `where` names it, and the focus went with what was shown before: it goes to where work begins, and
 * where no part is marked, to the heading. It waits for that to be there, until the person presses or focuses something.
 */
export function useArrival(where: string): void {
  const before = useRef(where)
  useLayoutEffect(() => {
    if (before.current === where) return
    before.current = where
    return wentWithIt() ? arrive() : undefined
  }, [where])
}

/** A menu gives the focus back, to nothing, a moment after its entry was chosen. */
const wentWithIt = (): boolean =>
  isFocusLost() || (held instanceof Element && held.isConnected && menuAround(held) !== null)
/** What had the focus is gone. */
export const isFocusLost = (): boolean => held instanceof Element && !isDrawn(held) && isNowhere()
/** Nothing has the focus, or what is hidden: a screen is until the next one has loaded, and the browser takes the focus off it only later. */
export const isNowhere = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || !isDrawn(activeElement)
}

/** Brings the focus to where work begins, as soon as that is there. Returns the end of waiting. */
export const arrive = (): (() => void) =>
  focusSoon(() => (isNowhere() ? beginning() : null), ['pointerdown', 'keydown', 'focusin'])

/** As `arrive`, after a dialog has gone that gives the focus back in its own way, where that has found no place for it. */
export function arriveAfter(dialog: Element): void {
  const look = () => {
    if (dialog.isConnected) requestAnimationFrame(look)
    else arriveUnlessGiven()
  }
  look()
}

/** The same after one that has just gone: it looks for a place in the frame after that. */
export function arriveUnlessGiven(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => isNowhere() && arrive()))
}

/** Brings the focus to the first in sight of what `selector` names, as soon as that is there, unless it is inside already: the person asked for that. */
export function arriveAt(selector: string): void {
  focusSoon(() => inSight(selector), ['pointerdown', 'keydown'])
}

/** Until the person does something of `ending`. Returns the end of waiting. */
function focusSoon(find: () => HTMLElement | null, ending: readonly string[]): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const changes = new MutationObserver(() => look())
  signal.addEventListener('abort', () => changes.disconnect())
  const look = () => {
    const target = find()
    if (!target) return
    stop.abort()
    if (target.contains(document.activeElement)) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  // What is only hidden comes without any element.
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  for (const type of ending) addEventListener(type, () => stop.abort(), { capture: true, signal })
  look()
  return () => stop.abort()
}

function beginning(): HTMLElement | null {
  const part = inSight('[data-arrival]')
  return part ? inSight(beginnings, part) : inSight('h1')
}

const inSight = (selector: string, within: ParentNode = document): HTMLElement | null =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(isDrawn) ?? null

const isDrawn = (element: Element): boolean => element.getClientRects().length > 0
