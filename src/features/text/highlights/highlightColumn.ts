/**
 * The column beside the text, where its lines begin: a bracket for each highlight in view, in its lane. Not a gutter: those know only whole
 * lines, and a paragraph is one line over many rows. Positions are read in CodeMirror's measure phase, and the brackets are
 * buttons taken from a pool, so that scrolling makes no elements.
 */

import { Facet, type StateField, type Text } from '@codemirror/state'
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { isKeyOf } from '../../../actions/actionKeys.ts'
import { lineSide } from '../lineSide.ts'
import { withoutBreaks } from '../passageOf.ts'
import { quotedWords } from '../reference.ts'
import { measureAfter } from '../steadyView.ts'
import { type Bracket, foldLanes } from './foldLanes.ts'
import {
  highlightState,
  highlightsIn,
  type PlacedHighlight,
  placed,
  quirkState,
  setSpotlight,
  spotlightState,
} from './highlightState.ts'
import { type MarginName, marginNames } from './marginNames.ts'
import { rowEdges } from './rowEdges.ts'

export interface ColumnConfig {
  /** Of the width of the view, 0 to 1. */
  share: number
  label: string
  /** Names a highlight: its quirk and author. */
  nameOf(highlight: PlacedHighlight): string
  /** The same with the words that it begins with. */
  nameWith(highlight: PlacedHighlight, words: string): string
  /** Names the rest of a place where more lie than lanes fit. */
  moreName(n: number): string
  /** For the eye: its quirk's title, and who made it when. */
  tell(highlight: PlacedHighlight): { title: string; by: string }
  onOpen(highlights: PlacedHighlight[], at: DOMRect): void
  onRemove(highlight: PlacedHighlight): void
}

export const columnConfig = Facet.define<ColumnConfig, ColumnConfig | null>({ combine: (values) => values[0] ?? null })

const PITCH = 10
/** Brackets are drawn this far beyond what is seen. */
const BEYOND = 400
/** Two lanes. */
const LEAST_WIDTH = 30
/** A text that is so wide, with its column, has names beside its brackets, and a column with room for them; in px. */
const NAMED_FROM = 470
const NAMED_WIDTH = 132
const MOST_TOLD = 12
/** Of a passage, in units of its text. */
const MOST_WORDS = 120
/** What a bracket tells beyond its name is written once it is painted, in ms. */
const TOLD_AFTER = 80
/**
 * Of a button's box, both ways; what is seen of it is as tall as its words and as wide as its lane. Boxes lie over those of lanes nearer to
 * the words and leave them their own strip; a finger, which is wider than that, means all whose boxes it is on.
 */
const BOX = 24
/** So far the outermost boxes stand out of the column, where the text has room for them. */
const OVERHANG = 4
/** Names keep so far from the edges of the view, in px. */
const EDGE = 6

interface Measured {
  brackets: Bracket[]
  names: ReadonlyMap<Bracket, MarginName>
  width: number
  left: number
  height: number
}

class HighlightColumn {
  private readonly view: EditorView
  private readonly column: HTMLDivElement
  private readonly pool: HTMLButtonElement[] = []
  private shown = new Map<string, HTMLButtonElement>()
  private brackets = new Map<string, Bracket>()
  private names: ReadonlyMap<Bracket, MarginName> = new Map()
  /** The bracket in the tab order. */
  private current: string | null = null
  /** The highlight whose bracket had the focus last, and the one whose bracket gets it once it is drawn. */
  private focusedId: number | null = null
  private focusNext: number | null = null
  /** Of brackets drawn that tell nothing yet. */
  private readonly untold = new Set<HTMLButtonElement>()
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(view: EditorView) {
    this.view = view
    this.column = document.createElement('div')
    this.column.className = 'text-column'
    this.column.setAttribute('role', 'toolbar')
    this.column.setAttribute('aria-orientation', 'vertical')
    this.column.tabIndex = -1
    this.column.addEventListener('pointerover', (event) => this.point(event.target))
    this.column.addEventListener('pointerleave', () => this.pointAt(null))
    this.column.addEventListener('focusin', (event) => this.focused(event.target))
    this.column.addEventListener('focusout', () => this.pointAt(null))
    this.column.addEventListener('click', (event) => this.open(event))
    this.column.addEventListener('keydown', (event) => this.key(event))
    view.scrollDOM.append(this.column)
    view.scrollDOM.addEventListener('scroll', this.measure, { passive: true })
    this.measure()
  }

  destroy(): void {
    clearTimeout(this.telling)
    this.view.scrollDOM.removeEventListener('scroll', this.measure)
    this.column.remove()
  }

  update(update: ViewUpdate): void {
    const changed = [highlightState, quirkState, spotlightState].some((field) => differs(update, field))
    const reconfigured = update.startState.facet(columnConfig) !== update.state.facet(columnConfig)
    if (changed || reconfigured || update.docChanged || update.viewportChanged || update.geometryChanged)
      measureAfter(update, this.request)
  }

  private readonly request = {
    key: this,
    read: () => this.read(),
    write: (measured: Measured) => this.write(measured),
  }

  private readonly measure = (): void => {
    this.view.requestMeasure(this.request)
  }

  private read(): Measured {
    const { view } = this
    const { scrollDOM, contentDOM, state } = view
    const box = scrollDOM.getBoundingClientRect()
    const share = state.facet(columnConfig)?.share ?? 0
    const content = contentDOM.getBoundingClientRect()
    const lanes = Math.max(LEAST_WIDTH, Math.round(scrollDOM.clientWidth * share))
    const width = content.width < NAMED_FROM ? lanes : Math.max(lanes, NAMED_WIDTH)
    const [seenTop, seenBottom] = [box.top - BEYOND, box.bottom + BEYOND]
    const toContent = scrollDOM.scrollTop - box.top
    const spans: Bracket[] = []
    const { from, to } = view.viewport
    const highlights = highlightsIn(state, from, to).map((highlight) => ({
      highlight,
      ...rowsOf(state.doc, highlight),
    }))
    const tops = rowEdges(
      view,
      highlights.map(({ first }) => first).filter((pos) => pos >= from),
      1,
    )
    const bottoms = rowEdges(
      view,
      highlights.map(({ last }) => last).filter((pos) => pos <= to),
      -1,
    )
    for (const { highlight, first, last } of highlights) {
      const top = first < from ? Number.NEGATIVE_INFINITY : (tops.get(first) ?? 0)
      const bottom = last > to ? Number.POSITIVE_INFINITY : (bottoms.get(last) ?? 0)
      if (bottom < seenTop || top > seenBottom) continue
      spans.push({
        highlights: [highlight],
        lane: highlight.value.lane,
        top: Math.max(top, seenTop) + toContent,
        bottom: Math.min(bottom, seenBottom) + toContent,
        openTop: top < seenTop,
        openBottom: bottom > seenBottom,
      })
    }
    const brackets = foldLanes(spans, Math.floor((lanes + OVERHANG - BOX) / PITCH) + 1)
    const left = (lineSide(state) === 'left' ? content.left : content.right - width) - box.left
    const room = width + (lineSide(state) === 'left' ? left : scrollDOM.clientWidth - left - width)
    const names = marginNames(brackets, { room: room - EDGE, pitch: PITCH, seenTop: scrollDOM.scrollTop + EDGE })
    return { brackets, names, width, left, height: view.contentHeight }
  }

  private write({ brackets, names, width, left, height }: Measured): void {
    const { view, column } = this
    const config = view.state.facet(columnConfig)
    const { dataset, style } = column
    if (style.getPropertyValue('--column-width') !== `${width}px`) {
      view.dom.style.setProperty('--column-width', `${width}px`)
      style.setProperty('--column-width', `${width}px`)
    }
    const place = `${left}/${height}`
    if (dataset.place !== place) {
      dataset.place = place
      style.left = `${left}px`
      style.height = `${height}px`
    }
    if (config && column.getAttribute('aria-label') !== config.label) column.setAttribute('aria-label', config.label)

    const before = this.shown
    this.shown = new Map()
    this.brackets = new Map()
    this.names = names
    for (const bracket of brackets) {
      const key = keyOf(bracket)
      this.brackets.set(key, bracket)
      const element = before.get(key)
      before.delete(key)
      if (element) this.shown.set(key, element)
    }
    for (const element of before.values()) this.putAway(element)
    for (const [key, bracket] of this.brackets) {
      const known = this.shown.get(key)
      const element = known ?? this.takeOut()
      this.shown.set(key, element)
      this.draw(element, key, bracket, width, known === undefined)
    }
    this.keepTabStop()
  }

  private putAway(element: HTMLButtonElement): void {
    // The focused bracket has been scrolled away or removed: the arrows go on from where it was.
    if (element === document.activeElement) this.column.focus({ preventScroll: true })
    element.hidden = true
    this.pool.push(element)
  }

  private takeOut(): HTMLButtonElement {
    const element = this.pool.pop() ?? this.column.appendChild(document.createElement('button'))
    element.type = 'button'
    element.tabIndex = -1
    element.hidden = false
    return element
  }

  private draw(element: HTMLButtonElement, key: string, bracket: Bracket, width: number, isNew: boolean): void {
    const { state } = this.view
    const config = state.facet(columnConfig)
    const [first] = bracket.highlights
    if (!first || !config) return
    const isFold = bracket.highlights.length > 1
    const quirk = state.field(quirkState).get(first.value.quirkId)
    const name = isFold ? config.moreName(bracket.highlights.length) : config.nameWith(first, begun(state.doc, first))
    const { pointed, flashed, active, brushed, coded } = state.field(spotlightState)
    const lit = bracket.highlights.some(({ id }) => id === pointed || id === flashed || id === active?.id)
    const slack = Math.max(0, (BOX - (bracket.bottom - bracket.top)) / 2)
    const [top, height] = [bracket.top - slack, bracket.bottom - bracket.top + 2 * slack]
    const x = lineSide(state) === 'left' ? width - bracket.lane * PITCH - BOX : bracket.lane * PITCH
    const margin = this.names.get(bracket)
    const steps = brushed !== null && !bracket.highlights.some(({ value }) => brushed.has(value.quirkId))
    const look = [
      x,
      top,
      height,
      bracket.openTop,
      bracket.openBottom,
      quirk?.color,
      name,
      lit,
      steps,
      margin && Object.values(margin),
    ].join('|')
    if (element.dataset.look === look) return
    element.dataset.look = look
    element.dataset.key = key
    const isCoded =
      isNew && coded && performance.now() < coded.until && first.from <= coded.from && first.to >= coded.to
    const kinds = [
      isFold && ' text-bracket-fold',
      lit && ' text-bracket-lit',
      steps && ' text-bracket-back',
      isCoded && ' text-bracket-new',
    ]
    element.className = `text-bracket${kinds.filter(Boolean).join('')}`
    element.toggleAttribute('data-open-top', bracket.openTop)
    element.toggleAttribute('data-open-bottom', bracket.openBottom)
    element.style.transform = `translate(${x}px, ${Math.round(top)}px)`
    element.style.zIndex = String(bracket.lane)
    element.style.setProperty('--slack', `${Math.round(slack)}px`)
    element.style.height = `${Math.round(height)}px`
    element.style.setProperty('--hl-1', isFold ? 'var(--ink-soft)' : (quirk?.color ?? 'var(--edge)'))
    element.setAttribute('aria-label', name)
    this.untold.add(element)
    this.telling ??= setTimeout(() => this.tell(), TOLD_AFTER)
    if (margin && quirk) element.replaceChildren(nameBeside(quirk.title, margin, { top, inset: bracket.lane * PITCH }))
    else element.textContent = isFold ? `+${bracket.highlights.length}` : ''
  }

  private tell(): void {
    this.telling = undefined
    const config = this.view.state.facet(columnConfig)
    for (const element of this.untold) {
      const bracket = this.bracketOf(element)
      const [first] = bracket?.highlights ?? []
      if (!bracket || !first || !config) continue
      const words = told(bracket, config)
      element.dataset.tooltip = words
      element.setAttribute('aria-description', bracket.highlights.length > 1 ? words : config.tell(first).by)
    }
    this.untold.clear()
  }

  /** One bracket stands in the tab order; arrows go to the others. */
  private keepTabStop(): void {
    if (this.focusNext !== null) {
      for (const [key, { highlights }] of this.brackets) {
        if (!highlights.some(({ id }) => id === this.focusNext)) continue
        this.focusNext = null
        this.current = key
        this.shown.get(key)?.focus({ preventScroll: true })
        break
      }
    }
    if (this.current === null || !this.shown.has(this.current)) this.current = this.shown.keys().next().value ?? null
    for (const [key, element] of this.shown) {
      const tabIndex = key === this.current ? 0 : -1
      if (element.tabIndex !== tabIndex) element.tabIndex = tabIndex
    }
  }

  private bracketOf(target: EventTarget | null): Bracket | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.text-bracket') : null
    return this.brackets.get(element?.dataset.key ?? '')
  }

  private point(target: EventTarget | null): void {
    this.pointAt(this.bracketOf(target)?.highlights[0]?.id ?? null)
  }

  private pointAt(pointed: number | null): void {
    const now = this.view.state.field(spotlightState).pointed
    // Elements go away while the view updates, and take the focus with them: a state is then not to be had.
    if (now !== pointed)
      queueMicrotask(() => this.column.isConnected && this.view.dispatch({ effects: setSpotlight.of({ pointed }) }))
  }

  private focused(target: EventTarget | null): void {
    const bracket = this.bracketOf(target)
    if (!bracket) return
    this.current = keyOf(bracket)
    this.focusedId = bracket.highlights[0]?.id ?? null
    this.point(target)
  }

  private open(event: MouseEvent): void {
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    const pressed = isTouch ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target]
    const brackets = pressed.flatMap((target) => this.bracketOf(target) ?? [])
    const element = brackets[0] && this.shown.get(keyOf(brackets[0]))
    if (!element) return
    const highlights = brackets.flatMap((bracket) => bracket.highlights)
    this.view.state.facet(columnConfig)?.onOpen(highlights, element.getBoundingClientRect())
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const [first] = this.bracketOf(event.target)?.highlights ?? []
    if (event.key === 'Escape') this.view.focus()
    else if (event.key === 'ArrowDown') this.goTo(1)
    else if (event.key === 'ArrowUp') this.goTo(-1)
    else if (first && isKeyOf(event, 'removeHighlight')) {
      if (!this.goTo(1) && !this.goTo(-1)) this.view.focus()
      this.view.state.facet(columnConfig)?.onRemove(first)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** To the bracket after or before the one last focused, if there is one; one that has gone leaves its place to the first. */
  private goTo(by: 1 | -1): boolean {
    const all = placed(this.view.state.field(highlightState))
    const from = this.focusNext ?? this.focusedId
    const next = all[all.findIndex(({ id }) => id === from) + by]
    if (!next) return false
    this.focusNext = next.id
    this.view.dispatch({ effects: EditorView.scrollIntoView(next.from, { y: 'nearest', yMargin: 60 }) })
    this.measure()
    return true
  }
}

/** A passage of another program may end with a line break: it is as long as its letters. */
function rowsOf(doc: Text, { from, to }: PlacedHighlight): { first: number; last: number } {
  const words = withoutBreaks(doc, from, to)
  return words.from < words.to ? { first: words.from, last: words.to } : { first: from, last: to }
}

/** Within the box of its bracket, so that a press on it means the bracket. `box`: where that begins, and how far it stands from the text. */
function nameBeside(title: string, margin: MarginName, box: { top: number; inset: number }): HTMLElement {
  const name = document.createElement('span')
  name.className = 'text-name'
  name.textContent = title
  name.style.top = `${Math.round(margin.top - box.top)}px`
  name.style.insetInlineEnd = `${margin.inset - box.inset}px`
  name.style.maxWidth = `${Math.floor(margin.width)}px`
  return name
}

/** Its words, as far as they tell it from others. */
const begun = (doc: Text, { from, to }: PlacedHighlight): string =>
  quotedWords(doc, { from, to: Math.min(to, from + MOST_WORDS) })

/** Every one of them on a line, as far as anybody reads. */
function told({ highlights }: Bracket, config: ColumnConfig): string {
  const lines = highlights.slice(0, MOST_TOLD).map((it) => Object.values(config.tell(it)).join(', '))
  if (highlights.length > MOST_TOLD) lines.push(config.moreName(highlights.length - MOST_TOLD))
  return lines.join('\n')
}

const keyOf = ({ highlights }: Bracket): string => highlights.map(({ id }) => id).join('+')

const differs = (update: ViewUpdate, field: StateField<unknown>): boolean =>
  update.startState.field(field) !== update.state.field(field)

export const highlightColumn = ViewPlugin.fromClass(HighlightColumn)
