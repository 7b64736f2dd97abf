import { type RefObject, useEffect, useRef } from 'react'
import { isKeyOf } from '../../../actions/actionKeys.ts'
import { offer } from '../../../actions/offers.ts'
import { isSwitchedOff } from '../../../state/device.ts'
import { isUnderModal, leavesSingleKeys } from '../../../state/singleKeys.ts'

interface CanvasKeys {
  onNew: () => void
  onFit: () => void
  /** Null where there is nothing to be tidied. */
  onTidy: (() => void) | null
  onZoom: (steps: number) => void
  /** Space is held down or let go: meanwhile every drag moves the canvas. */
  onGrab: (held: boolean) => void
  onEscape: () => void
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Keys of the whole canvas: Space and Escape while it, or nothing at all, has the focus; single letters and signs from buttons elsewhere too. */
export function useCanvasKeys(canvas: RefObject<HTMLElement | null>, keys: CanvasKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(
    () =>
      offer(() => {
        const { onFit, onTidy, onZoom } = latest.current
        return { fit: onFit, tidy: onTidy ?? undefined, zoomIn: () => onZoom(1), zoomOut: () => onZoom(-1) }
      }),
    [],
  )
  useEffect(() => {
    const here = ({ target }: Event) =>
      target === document.body ||
      (target instanceof Node && canvas.current?.contains(target) === true && !isField(target))
    const down = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isSwitchedOff(event)) return
      if (isUnderModal()) return
      const acts = here(event)
        ? act(event, latest.current)
        : leavesSingleKeys(event.target) && actSingle(event, latest.current)
      if (acts) event.preventDefault()
    }
    const up = (event: KeyboardEvent) => {
      if (event.key === ' ') latest.current.onGrab(false)
    }
    const stop = new AbortController()
    window.addEventListener('keydown', down, { signal: stop.signal })
    window.addEventListener('keyup', up, { signal: stop.signal })
    window.addEventListener('blur', () => latest.current.onGrab(false), { signal: stop.signal })
    return () => stop.abort()
  }, [canvas])
}

/** True when the key was taken. */
function actSingle(event: KeyboardEvent, keys: CanvasKeys): boolean {
  if (isKeyOf(event, 'fit')) keys.onFit()
  else if (keys.onTidy && isKeyOf(event, 'tidy')) keys.onTidy()
  else if (isKeyOf(event, 'zoomIn')) keys.onZoom(1)
  else if (isKeyOf(event, 'zoomOut')) keys.onZoom(-1)
  else if (isKeyOf(event, 'newQuirk')) keys.onNew()
  else return false
  return true
}

function act(event: KeyboardEvent, keys: CanvasKeys): boolean {
  if (actSingle(event, keys)) return true
  if (event.key === 'Escape') keys.onEscape()
  else if (isKeyOf(event, 'pan') && !(event.target instanceof HTMLButtonElement)) keys.onGrab(true)
  else return false
  return event.key !== 'Escape'
}
