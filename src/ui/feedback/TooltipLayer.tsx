import { useEffect, useRef } from 'react'
import { hasKeyboard } from '../keyboard.ts'
import { shortcutText } from '../shortcutText.ts'

const AFTER = 500
const GAP = 8

/**
 * Once per page: shows the `data-tooltip` (and `data-shortcut`) of whatever element is hovered or focused by key, so a
 * list of 10,000 rows costs nothing. The words may be hovered, and Escape hides them (WCAG 1.4.13). The attribute is
 * for the eye only: the element's name or description stands on itself.
 */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => (layer.current ? watch(layer.current) : undefined), [])
  return <div ref={layer} className="ui-tooltip" popover="manual" aria-hidden />
}

function watch(layer: HTMLElement): () => void {
  // It lies above all else, or hides nothing.
  if (!('showPopover' in layer)) return () => {}
  let over: Element | null = null
  /** What was pressed last: it shows its words again once the pointer has left it. */
  let pressed: Element | null = null
  /** The focus that a closing menu gives back after a press of the mouse asks for no words. */
  let byKey = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()

  const hide = () => {
    clearTimeout(timer)
    over = null
    if (layer.matches(':popover-open')) layer.hidePopover()
  }
  const showSoon = (element: Element, after: number) => {
    clearTimeout(timer)
    over = element
    timer = setTimeout(() => {
      if (!element.isConnected) return
      show(layer, element)
      watchPlace(element, element.getBoundingClientRect())
    }, after)
  }
  /** What is no longer where its words were put, as when a bar folds, is no longer pointed at; its words would lie in the way. */
  const watchPlace = (element: Element, { x, y }: DOMRect) => {
    if (element !== over || !layer.matches(':popover-open')) return
    const now = element.getBoundingClientRect()
    if (now.x === x && now.y === y) requestAnimationFrame(() => watchPlace(element, now))
    else hide()
  }
  const follow = (event: Event, after: number) => {
    if (!(event.target instanceof Element) || layer.contains(event.target)) return
    const element = event.target.closest('[data-tooltip]')
    if (element !== pressed) pressed = null
    if (element === over || element === pressed) return
    // From one tooltip straight to the next there is no wait.
    const open = layer.matches(':popover-open')
    hide()
    if (element) showSoon(element, open ? 0 : after)
  }
  const on = (name: string, act: (event: Event) => void) =>
    document.addEventListener(name, act, { capture: true, signal: stop.signal })

  // What comes under a pointer that rests, as the next screen after a press, was not pointed at; but what was there before is gone.
  on('pointerover', ({ target }) => {
    const isOn = target instanceof Element && (layer.contains(target) || target.closest('[data-tooltip]') === over)
    if (over && !isOn) hide()
  })
  on('pointermove', (event) => event instanceof PointerEvent && event.pointerType !== 'touch' && follow(event, AFTER))
  on('focusin', (event) => {
    const { target } = event
    if (!byKey || !(target instanceof Element) || !target.matches(':focus-visible')) return
    pressed = null
    follow(event, AFTER)
  })
  on('focusout', hide)
  on('pointerdown', ({ target }) => {
    hide()
    byKey = false
    pressed = target instanceof Element ? target.closest('[data-tooltip]') : null
  })
  on('wheel', hide)
  on('keydown', (event) => {
    byKey = true
    if (event instanceof KeyboardEvent && event.key === 'Escape') hide()
  })
  return () => {
    hide()
    stop.abort()
  }
}

function show(layer: HTMLElement, element: Element): void {
  const text = element.getAttribute('data-tooltip')
  if (!text || isReadAlready(element, text)) return
  const shortcut = document.createElement('kbd')
  shortcut.className = 'ui-keys'
  const keys = hasKeyboard() && element.getAttribute('data-shortcut')
  if (keys) shortcut.textContent = shortcutText(keys)
  layer.replaceChildren(text, ...(keys ? [shortcut] : []))
  // Shown again so that it stands above a modal opened since.
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
  const { x, y } = place(element.getBoundingClientRect(), layer.getBoundingClientRect())
  layer.style.left = `${x}px`
  layer.style.top = `${y}px`
}

/** Those words stand in the element, and none of them is cut off: said again they would only lie over what is below. */
const isReadAlready = (element: Element, text: string): boolean =>
  element.textContent === text &&
  element.clientWidth > 0 &&
  element.scrollWidth <= element.clientWidth &&
  element.scrollHeight <= element.clientHeight

/** Under its element, or above where there is no room; within the window. */
function place(of: DOMRect, box: DOMRect): { x: number; y: number } {
  const below = of.bottom + GAP
  const x = of.left + of.width / 2 - box.width / 2
  return {
    x: Math.max(GAP, Math.min(x, innerWidth - box.width - GAP)),
    y: below + box.height > innerHeight - GAP ? of.top - GAP - box.height : below,
  }
}
