/**
 * Resting on highlighted words names every highlight that lies there: its quirk, its author, when. The card lies over the lines that are
 * read next, so it takes no pointer, goes on a press, and does not come by itself where words have just been highlighted.
 */
import {
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { brush } from '../../../state/brush.ts'
import { columnConfig } from './highlightColumn.ts'
import { highlightState, highlightsAt, quirkState } from './highlightState.ts'

const AFTER = 450
const MOST = 12

/** Whether a card may come where the pointer rests. */
class Rest {
  private isInside = false
  private isHeld = false
  private isPressed = false

  get isQuiet(): boolean {
    return !this.isHeld && !this.isPressed
  }

  update({ startState, state }: ViewUpdate): void {
    if (this.isInside && startState.field(highlightState) !== state.field(highlightState)) this.isHeld = true
  }

  /** Highlights that came under the pointer are told once it has been off highlighted words. */
  moved({ buttons, target, clientX: x, clientY: y }: MouseEvent, view: EditorView): void {
    const isOn = target instanceof Element && target.closest('.text-hl') !== null && buttons === 0
    const pos = isOn ? view.posAtCoords({ x, y }) : null
    const here = pos === null ? [] : highlightsAt(view.state, pos, pos)
    brush(
      'text',
      here.map(({ value }) => value.quirkId),
    )
    this.isInside = true
    this.isPressed = buttons !== 0
    if (this.isHeld && !(target instanceof Element && target.closest('.text-hl'))) this.isHeld = false
  }

  pressed(): void {
    this.isPressed = true
  }

  destroy(): void {
    brush('text', [])
  }

  left(): void {
    brush('text', [])
    this.isInside = false
    this.isHeld = false
  }
}

const rest = ViewPlugin.fromClass(Rest, {
  eventHandlers: {
    mousemove(event, view) {
      this.moved(event, view)
    },
    mouseup(event, view) {
      this.moved(event, view)
    },
    mouseleave() {
      this.left()
    },
    mousedown(_, view) {
      this.pressed()
      if (hasHoverTooltips(view.state)) view.dispatch({ effects: closeHoverTooltips })
    },
  },
})

const card = hoverTooltip(
  (view, pos, side) => {
    const { state } = view
    // Where words are selected, the bar at them stands in its place.
    if (!view.plugin(rest)?.isQuiet || !state.selection.main.empty) return null
    const inside = side < 0 ? pos - 1 : pos
    const found = highlightsAt(state, pos, pos).filter((it) => it.from <= inside && it.to > inside)
    const config = state.facet(columnConfig)
    const [shortest] = found
    if (!config || !shortest) return null
    return {
      // The card stays while the pointer is on these words: browsers tell of a move whenever what lies under the pointer was drawn anew.
      pos: shortest.from,
      end: shortest.to,
      above: false,
      create() {
        const dom = document.createElement('div')
        dom.className = 'text-hover'
        for (const highlight of found.slice(0, MOST)) {
          const { title, by } = config.tell(highlight)
          const row = dom.appendChild(document.createElement('p'))
          const dot = row.appendChild(document.createElement('span'))
          dot.className = 'ui-dot'
          dot.style.setProperty('--size', '12px')
          dot.style.setProperty('--dot', state.field(quirkState).get(highlight.value.quirkId)?.color ?? null)
          row.appendChild(document.createElement('strong')).textContent = title
          row.appendChild(document.createElement('span')).textContent = by
        }
        if (found.length > MOST)
          dom.appendChild(document.createElement('p')).textContent = config.moreName(found.length - MOST)
        // Where the pointer rests: a long highlight begins out of sight.
        return { dom, getCoords: () => view.coordsAtPos(inside) ?? { left: 0, right: 0, top: 0, bottom: 0 } }
      },
    }
  },
  { hoverTime: AFTER, hideOnChange: 'touch' },
)

export const hoverHighlights = [rest, card, EditorView.theme({ '.cm-tooltip-hover': { pointerEvents: 'none' } })]
