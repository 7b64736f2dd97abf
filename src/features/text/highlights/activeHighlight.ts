/**
 * The highlight that is worked on: stepped to by key, or clicked in the text. Its ends have handles for pointer and touch, and
 * keys move them by words; what is shown meanwhile is a draft, and the whole movement becomes one command.
 */
import { EditorSelection, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { bindEachKey, bindKeys } from '../bindKeys.ts'
import { measureAfter } from '../steadyView.ts'
import { type End, type Ends, withEnd } from './endsOf.ts'
import {
  highlightBeside,
  highlightsAt,
  type PlacedHighlight,
  quirkState,
  setSpotlight,
  spotlightState,
} from './highlightState.ts'

export interface ActiveHooks {
  /** Stepped to; null where there are none. */
  onStep(highlight: PlacedHighlight | null): void
  onRecode(highlight: PlacedHighlight): void
  onRemove(highlight: PlacedHighlight): void
  /** An end has moved by key: the words that it has now. */
  onMoving(words: string): void
  /** Resolves when it is done, or refused. */
  onResize(highlight: PlacedHighlight, ends: Ends): Promise<void>
}

/** Keys that follow one another within this time, in ms, are one movement. */
const MOVED_AFTER = 800
/** In ms. */
const AFTER_TOUCH = 80
/** Of a handle's box. */
const BOX = 24
/** While an end is dragged beyond the view, the text scrolls so many px a frame. */
const SCROLL = 9

const activeOf = (view: EditorView): PlacedHighlight | null =>
  view.state.readOnly ? view.state.field(spotlightState).active : null

/** Makes it the one that is worked on, and brings it into view. */
export function activate(view: EditorView, highlight: PlacedHighlight | null): void {
  const scroll = highlight ? [EditorView.scrollIntoView(highlight.from, { y: 'nearest', yMargin: 90 })] : []
  view.dispatch({
    ...(highlight && { selection: EditorSelection.cursor(highlight.from) }),
    effects: [setSpotlight.of({ active: highlight, draft: null }), ...scroll],
    userEvent: 'select.highlight',
  })
}

/** To the next highlight of the text, or the one before. */
export function stepTo(view: EditorView, by: 1 | -1, hooks: Pick<ActiveHooks, 'onStep'>): boolean {
  view.plugin(handles)?.finish()
  const found = highlightBeside(view.state, by)
  if (found) activate(view, found)
  hooks.onStep(found)
  return true
}

class Handles {
  private readonly view: EditorView
  private readonly elements: Record<End, HTMLElement>
  private hooks: ActiveHooks | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private scrolling = 0

  constructor(view: EditorView) {
    this.view = view
    this.elements = { from: this.make('from'), to: this.make('to') }
  }

  listen(hooks: ActiveHooks): void {
    this.hooks = hooks
  }

  destroy(): void {
    clearTimeout(this.timer)
    const { active, draft } = this.view.state.field(spotlightState)
    if (active && draft) void this.hooks?.onResize(active, draft)
    cancelAnimationFrame(this.scrolling)
    for (const element of Object.values(this.elements)) element.remove()
  }

  update(update: ViewUpdate): void {
    const before = update.startState.field(spotlightState)
    const now = update.state.field(spotlightState)
    const changed = before.active !== now.active || before.draft !== now.draft
    const turned = update.startState.readOnly !== update.state.readOnly
    if (before.active && before.draft && !now.draft) clearTimeout(this.timer)
    const isDrawn = now.active || before.active
    if (changed || turned || (isDrawn && (update.docChanged || update.viewportChanged || update.geometryChanged)))
      measureAfter(update, { key: this, read: () => this.read(), write: (places) => this.write(places) })
  }

  /** By key: an end moves by a word. */
  move(end: End, by: 1 | -1): boolean {
    const active = activeOf(this.view)
    if (!active) return false
    const span = this.view.state.field(spotlightState).draft ?? active
    const pos = this.view.moveByGroup(EditorSelection.cursor(span[end]), by === 1).head
    const ends = withEnd(this.view.state.doc, span, end, pos)
    const seen = EditorView.scrollIntoView(ends[end], { y: 'nearest', yMargin: 60 })
    this.view.dispatch({ effects: [setSpotlight.of({ draft: ends }), seen] })
    this.hooks?.onMoving(this.view.state.sliceDoc(ends.from, ends.to))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.finish(), MOVED_AFTER)
    return true
  }

  /** What has been moved is done, if anything has. */
  finish(): void {
    clearTimeout(this.timer)
    const { active, draft } = this.view.state.field(spotlightState)
    if (!active || !draft || !this.hooks) return
    if (draft.from === active.from && draft.to === active.to) {
      this.forget()
      return
    }
    // The draft stays until the worker has posted what came of it, which it does before it answers.
    void this.hooks.onResize(active, draft).then(() => {
      if (this.view.dom.isConnected && this.view.state.field(spotlightState).draft === draft) this.forget()
    })
  }

  forget(): void {
    clearTimeout(this.timer)
    this.view.dispatch({ effects: setSpotlight.of({ draft: null }) })
  }

  private make(end: End): HTMLElement {
    const element = document.createElement('div')
    element.className = 'text-handle'
    element.dataset.end = end
    element.hidden = true
    element.setAttribute('aria-hidden', 'true')
    element.addEventListener('pointerdown', (event) => this.press(event, end))
    // The text keeps the focus.
    element.addEventListener('mousedown', (event) => event.preventDefault())
    this.view.scrollDOM.append(element)
    return element
  }

  private press(event: PointerEvent, end: End): void {
    if (event.button !== 0 || !activeOf(this.view)) return
    event.preventDefault()
    event.stopPropagation()
    const element = this.elements[end]
    const box = element.getBoundingClientRect()
    // The finger holds the knob, the end follows it at the words' height.
    const grip = {
      x: box.left + box.width / 2 - event.clientX,
      y: Number(element.dataset.middle ?? 0) - event.clientY + box.top,
    }
    element.setPointerCapture(event.pointerId)
    const stop = new AbortController()
    let last = event
    const follow = () => this.drag(end, { x: last.clientX + grip.x, y: last.clientY + grip.y })
    const scroll = () => {
      const { top, bottom } = this.view.scrollDOM.getBoundingClientRect()
      const beyond = last.clientY < top + BOX ? -1 : last.clientY > bottom - BOX ? 1 : 0
      if (beyond !== 0) {
        this.view.scrollDOM.scrollTop += beyond * SCROLL
        follow()
      }
      this.scrolling = requestAnimationFrame(scroll)
    }
    const over = () => {
      stop.abort()
      cancelAnimationFrame(this.scrolling)
    }
    const on = (name: 'pointermove' | 'pointerup' | 'pointercancel', act: (event: PointerEvent) => void) =>
      element.addEventListener(name, act, { signal: stop.signal })
    on('pointermove', (moved) => {
      last = moved
      follow()
    })
    on('pointerup', () => {
      over()
      this.finish()
    })
    on('pointercancel', () => {
      over()
      this.forget()
    })
    this.scrolling = requestAnimationFrame(scroll)
  }

  private drag(end: End, at: { x: number; y: number }): void {
    const active = activeOf(this.view)
    if (!active) return
    const pos = this.view.posAtCoords(at, false)
    const draft = withEnd(this.view.state.doc, active, end, pos)
    const before = this.view.state.field(spotlightState).draft ?? active
    if (draft.from !== before.from || draft.to !== before.to)
      this.view.dispatch({ effects: setSpotlight.of({ draft }) })
  }

  private read(): Record<End, { x: number; top: number; height: number } | null> {
    const { view } = this
    const active = activeOf(view)
    const span = view.state.field(spotlightState).draft ?? active
    const box = view.scrollDOM.getBoundingClientRect()
    const place = (pos: number, side: 1 | -1) => {
      const found = active && pos >= view.viewport.from && pos <= view.viewport.to ? view.coordsAtPos(pos, side) : null
      if (!found) return null
      return {
        x: found.left - box.left,
        top: found.top - box.top + view.scrollDOM.scrollTop,
        height: found.bottom - found.top,
      }
    }
    return { from: span && place(span.from, 1), to: span && place(span.to, -1) }
  }

  private write(places: ReturnType<Handles['read']>): void {
    const { active } = this.view.state.field(spotlightState)
    const color = active && this.view.state.field(quirkState).get(active.value.quirkId)?.color
    for (const end of ['from', 'to'] as const) {
      const [element, place] = [this.elements[end], places[end]]
      element.hidden = !place
      if (!place) continue
      const [above, below] = end === 'from' ? [BOX / 2, 0] : [0, BOX / 2]
      element.style.transform = `translate(${Math.round(place.x - BOX / 2)}px, ${Math.round(place.top - above)}px)`
      element.style.height = `${Math.round(place.height + above + below)}px`
      element.style.setProperty('--hl-1', color ?? 'var(--edge)')
      element.dataset.middle = String(above + place.height / 2)
    }
  }
}

const handles = ViewPlugin.fromClass(Handles)

export function activeHighlight(hooks: ActiveHooks): Extension {
  let before: PlacedHighlight | null = null
  const withActive = (act: (active: PlacedHighlight, view: EditorView) => void) => (view: EditorView) => {
    const active = activeOf(view)
    if (!active || !view.state.selection.main.empty) return false
    view.plugin(handles)?.finish()
    act(active, view)
    return true
  }
  const move = (end: End, by: 1 | -1) => (view: EditorView) => view.plugin(handles)?.move(end, by) ?? false
  return [
    handles,
    EditorView.updateListener.of(({ view }) => view.plugin(handles)?.listen(hooks)),
    Prec.high(
      keymap.of([
        ...bindKeys('nextHighlight', (view) => stepTo(view, 1, hooks), { preventDefault: true }),
        ...bindKeys('previousHighlight', (view) => stepTo(view, -1, hooks), { preventDefault: true }),
        ...bindEachKey('moveEnd', move('to', -1), move('to', 1)),
        ...bindEachKey('moveStart', move('from', -1), move('from', 1)),
        ...bindKeys(
          'removeHighlight',
          withActive((active) => hooks.onRemove(active)),
        ),
        ...bindKeys(
          'changeQuirk',
          withActive((active) => hooks.onRecode(active)),
        ),
        { key: 'Escape', run: leave },
      ]),
    ),
    EditorView.domEventHandlers({
      mousedown: (_event, view) => {
        before = activeOf(view)
        return false
      },
      click: (event, view) => {
        const last = before
        // After a touch the browser tells of the caret's new place later than of the click.
        if (event instanceof PointerEvent && event.pointerType === 'touch')
          setTimeout(() => view.dom.isConnected && activateAt(event, view, last), AFTER_TOUCH)
        else activateAt(event, view, last)
        return false
      },
      blur: (_event, view) => {
        view.plugin(handles)?.finish()
        return false
      },
    }),
  ]
}

/** First the movement of its ends, then the highlight. */
function leave(view: EditorView): boolean {
  const { active, draft } = view.state.field(spotlightState)
  if (!active) return false
  if (draft) view.plugin(handles)?.forget()
  else view.dispatch({ effects: setSpotlight.of({ active: null, draft: null }) })
  return true
}

/** A click on highlighted words: the shortest of those that lie there, another click the next. */
function activateAt(event: MouseEvent, view: EditorView, before: PlacedHighlight | null): void {
  const { readOnly, selection } = view.state
  if (!readOnly || event.detail > 1 || event.shiftKey || event.ctrlKey || event.metaKey || !selection.main.empty) return
  if (!(event.target instanceof Element) || !event.target.closest('.text-hl')) return
  const pos = view.posAtCoords({ x: event.clientX, y: event.clientY })
  if (pos === null) return
  const here = highlightsAt(view.state, pos, pos)
  const next = here[(here.findIndex(({ id }) => id === before?.id) + 1) % here.length]
  if (next) view.dispatch({ effects: setSpotlight.of({ active: next, draft: null }) })
}
