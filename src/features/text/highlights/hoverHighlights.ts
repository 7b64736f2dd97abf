/** Resting on highlighted words names every highlight that lies there: its quirk, its author, when. */
import { hoverTooltip } from '@codemirror/view'
import { columnConfig } from './highlightColumn.ts'
import { highlightsAt, quirkState } from './highlightState.ts'

const AFTER = 450
const MOST = 12

export const hoverHighlights = hoverTooltip(
  (view, pos, side) => {
    const { state } = view
    const inside = side < 0 ? pos - 1 : pos
    const found = highlightsAt(state, pos, pos).filter((it) => it.from <= inside && it.to > inside)
    const config = state.facet(columnConfig)
    const [shortest] = found
    if (!config || !shortest) return null
    return {
      pos: Math.max(shortest.from, pos - 1),
      above: false,
      create() {
        const dom = document.createElement('div')
        dom.className = 'text-hover'
        for (const highlight of found.slice(0, MOST)) {
          const { title, by } = config.tell(highlight)
          const row = dom.appendChild(document.createElement('p'))
          const dot = row.appendChild(document.createElement('span'))
          dot.className = 'text-dot'
          dot.style.background = state.field(quirkState).get(highlight.value.quirkId)?.color ?? ''
          row.appendChild(document.createElement('strong')).textContent = title
          row.appendChild(document.createElement('span')).textContent = by
        }
        if (found.length > MOST)
          dom.appendChild(document.createElement('p')).textContent = config.moreName(found.length - MOST)
        return { dom }
      },
    }
  },
  { hoverTime: AFTER, hideOnChange: 'touch' },
)
