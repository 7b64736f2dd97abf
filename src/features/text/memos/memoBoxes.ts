/**
 * The place beside the text where memos stand. It reads in CodeMirror's measure phase where passages and cards are, moves the cards,
 * and says which of them are in view; what is in them draws whoever listens (React), into `dom`. Closed it is a strip of marks.
 */
import { Compartment, type EditorState, Facet } from '@codemirror/state'
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { rowEdges } from '../highlights/rowEdges.ts'
import { measureAfter } from '../steadyView.ts'
import { isOnSource, memoState, memosAt, type PlacedMemo } from './memoState.ts'
import { type Box, groupMarks, type MemoRoom, placeMemos } from './placeMemos.ts'

export interface MemoBoxesConfig {
  isOpen: boolean
  /** What is in view has changed; in the order in which it stands. */
  onShown(shown: readonly ShownMemo[]): void
  /** The text was clicked at these words: the shortest memo there, or none. */
  onHere(memo: PlacedMemo | null): void
}

/** A card, or a chip (a mark, where the column is closed) for several. */
export type ShownMemo = { key: string; ids: readonly number[]; isCard: boolean }

export const memoBoxesConfig = Facet.define<MemoBoxesConfig, MemoBoxesConfig | null>({
  combine: (values) => values[0] ?? null,
})
const config = new Compartment()
export const setMemoBoxes = (to: MemoBoxesConfig) => config.reconfigure(memoBoxesConfig.of(to))

const ROOM: MemoRoom = { gap: 8, mostPushed: 480, chip: 28 }
const MARK = 26
/** Cards are drawn this far beyond what is seen. */
const BEYOND = 500
/** Further back none is looked for that pushes those in view. */
const LOOK_BACK = 200
/** Of a card that has not been drawn yet: its head, a line, and how many characters a line may hold. */
const ESTIMATE = { head: 58, line: 19, units: 26, mostLines: 8 }

interface Measured {
  boxes: Box[]
  left: number
  height: number
}

class MemoBoxes {
  readonly dom: HTMLDivElement
  private readonly view: EditorView
  private heights = new Map<number, number>()
  private widthOfHeights = 0
  private boxes = new Map<string, Box>()
  private shownKeys = ''
  private active: number | null = null
  /** The card being written, as tall as it was when it was last brought into sight. */
  private seen = ''
  private readonly sizes = new ResizeObserver(() => this.measure())

  constructor(view: EditorView) {
    this.view = view
    this.dom = document.createElement('div')
    this.dom.className = 'text-memos'
    view.scrollDOM.append(this.dom)
    view.scrollDOM.addEventListener('scroll', this.measure, { passive: true })
    this.measure()
  }

  destroy(): void {
    this.sizes.disconnect()
    this.view.scrollDOM.removeEventListener('scroll', this.measure)
    this.dom.remove()
  }

  update(update: ViewUpdate): void {
    const [before, now] = [update.startState, update.state]
    const reconfigured = before.facet(memoBoxesConfig) !== now.facet(memoBoxesConfig)
    if (reconfigured) this.shownKeys = ''
    const changed = before.field(memoState) !== now.field(memoState)
    if (changed || reconfigured || update.docChanged || update.viewportChanged || update.geometryChanged)
      measureAfter(update, this.request)
  }

  /** What `onShown` asked for stands in `dom` now: it is put in its place, and its height is read. */
  drawn(): void {
    this.sizes.disconnect()
    for (const element of this.elements()) this.sizes.observe(element)
    this.move()
    this.measure()
  }

  private readonly request = {
    key: this,
    read: () => this.read(),
    write: (measured: Measured) => this.write(measured),
  }

  private readonly measure = (): void => {
    this.view.requestMeasure(this.request)
  }

  private elements(): HTMLElement[] {
    return [...this.dom.querySelectorAll<HTMLElement>('[data-box]')]
  }

  private read(): Measured {
    const { view } = this
    const { scrollDOM, contentDOM, state } = view
    const outer = scrollDOM.getBoundingClientRect()
    const content = contentDOM.getBoundingClientRect()
    const isOpen = state.facet(memoBoxesConfig)?.isOpen ?? false
    const left = content.right - outer.left
    const width = this.dom.offsetWidth
    if (isOpen) this.readHeights(width)

    const memos = withWriting(state)
    const toContent = scrollDOM.scrollTop - outer.top
    const { from, to } = view.viewport
    const inside = memos.filter((it) => it.from >= from && it.from <= to && !isOnSource(it)).map((it) => it.from)
    const tops = rowEdges(view, inside, 1)
    const anchorOf = (it: PlacedMemo): number => {
      if (isOnSource(it)) return view.documentTop + toContent
      return (tops.get(it.from) ?? this.estimate(it.from)) + toContent
    }
    const cards = this.around(memos, from, to, isOpen).map((it) => ({
      id: it.id,
      anchor: anchorOf(it),
      height: this.heights.get(it.id) ?? estimatedHeight(it, width),
    }))
    const { active, writing } = state.field(memoState)
    const boxes = isOpen ? placeMemos(cards, writing?.id ?? active, ROOM) : groupMarks(cards, MARK)
    const shown = { top: scrollDOM.scrollTop - BEYOND, bottom: scrollDOM.scrollTop + outer.height + BEYOND }
    // What is being written, or has the focus, keeps its card wherever one scrolls to.
    const kept = new Set(isOpen ? [writing?.id, this.focused()] : [])
    for (const it of memos) {
      if (!kept.has(it.id) || cards.some(({ id }) => id === it.id)) continue
      boxes.push({ kind: 'card', id: it.id, top: anchorOf(it), height: this.heights.get(it.id) ?? 0 })
    }
    const isShown = (box: Box): boolean =>
      (box.top < shown.bottom && box.top + box.height > shown.top) || (box.kind === 'card' && kept.has(box.id))
    return { boxes: boxes.filter(isShown), left, height: view.contentHeight }
  }

  /** The memo whose card has the focus. */
  private focused(): number | undefined {
    const { activeElement } = document
    if (!activeElement || !this.dom.contains(activeElement)) return undefined
    return Number(activeElement.closest<HTMLElement>('[data-card]')?.dataset.card)
  }

  private readHeights(width: number): void {
    if (width !== this.widthOfHeights) {
      this.heights = new Map()
      this.widthOfHeights = width
    }
    for (const element of this.elements())
      if (element.dataset.card) this.heights.set(Number(element.dataset.card), element.offsetHeight)
  }

  /** Those with their place in the part that is drawn, and those before that may push them. */
  private around(memos: readonly PlacedMemo[], from: number, to: number, isOpen: boolean): readonly PlacedMemo[] {
    let first = memos.findIndex((it) => it.from >= from)
    if (first < 0) first = memos.length
    let last = first
    while ((memos[last]?.from ?? Number.POSITIVE_INFINITY) <= to) last += 1
    const reach = isOpen ? ROOM.mostPushed + ROOM.chip + 2 * ROOM.gap : MARK
    const least = Math.max(0, first - LOOK_BACK)
    let next = this.estimate(memos[first]?.from ?? to)
    for (; first > least; first -= 1) {
      const before = memos[first - 1] as PlacedMemo
      const top = this.estimate(before.from)
      const height = isOpen ? (this.heights.get(before.id) ?? estimatedHeight(before, this.widthOfHeights)) : 0
      if (next - top > reach + height) break
      next = top
    }
    return memos.slice(first, last)
  }

  /** In the window. Within a long line as far down as the position lies in it. */
  private estimate(pos: number): number {
    const block = this.view.lineBlockAt(Math.min(pos, this.view.state.doc.length))
    const share = block.length > 0 ? (pos - block.from) / block.length : 0
    return this.view.documentTop + block.top + share * Math.max(0, block.height - this.view.defaultLineHeight)
  }

  private write({ boxes, left, height }: Measured): void {
    const { dom } = this
    const place = `${left}/${height}`
    if (dom.dataset.place !== place) {
      dom.dataset.place = place
      dom.style.left = `${left}px`
      dom.style.height = `${height}px`
    }
    this.boxes = new Map(boxes.map((box) => [keyOf(box), box]))
    this.move()
    this.reveal()
    const shown = boxes.map((box) => ({
      key: keyOf(box),
      ids: box.kind === 'card' ? [box.id] : box.ids,
      isCard: box.kind === 'card',
    }))
    const keys = shown.map(({ key, ids }) => `${key}:${ids.join()}`).join(' ')
    if (keys === this.shownKeys) return
    this.shownKeys = keys
    this.view.state.facet(memoBoxesConfig)?.onShown(shown)
  }

  /** What is being written is seen whole when it begins and when it grows; else it stays where one has scrolled to. */
  private reveal(): void {
    const { writing } = this.view.state.field(memoState)
    const box = writing ? this.boxes.get(`card ${writing.id}`) : undefined
    const seen = box ? `${writing?.id} ${box.height}` : ''
    if (seen === this.seen) return
    this.seen = seen
    const { scrollDOM } = this.view
    const below = box ? box.top + box.height + ROOM.gap - scrollDOM.scrollTop - scrollDOM.clientHeight : 0
    if (below > 0) scrollDOM.scrollTop += below
  }

  private move(): void {
    const { active } = this.view.state.field(memoState)
    const isOther = active !== this.active
    this.active = active
    // Only when another becomes the active one do cards glide: otherwise they keep to their words.
    this.dom.toggleAttribute('data-glides', isOther && this.boxes.size > 1)
    for (const element of this.elements()) {
      const box = this.boxes.get(element.dataset.box ?? '')
      if (!box) continue
      const to = `translateY(${box.top}px)`
      if (element.style.transform !== to) element.style.transform = to
      element.removeAttribute('data-unplaced')
    }
  }
}

const keyOf = (box: Box): string => (box.kind === 'card' ? `card ${box.id}` : `chip ${box.ids[0]}`)

const estimatedHeight = ({ memo }: PlacedMemo, width: number): number => {
  const units = width > 0 ? width / 7 : ESTIMATE.units
  const lines = memo.content.split('\n', ESTIMATE.mostLines).map((line) => Math.max(1, Math.ceil(line.length / units)))
  const all = lines.reduce((sum, n) => sum + n, 0)
  return ESTIMATE.head + ESTIMATE.line * Math.min(ESTIMATE.mostLines, all)
}

/** The memos, with the one that is being written where it will stand: a new one, or one that someone else has deleted meanwhile. */
function withWriting(state: EditorState): readonly PlacedMemo[] {
  const { shown: list, writing } = state.field(memoState)
  if (!writing || list.some(({ id }) => id === writing.id)) return list
  const { id, from, to } = writing
  const memo = { id, sourceId: 0, questionId: 0, start: from, length: to - from, content: '', author: '', timestamp: 0 }
  const at = list.findIndex((it) => it.from >= from)
  const mine: PlacedMemo = { id, from, to, memo }
  return at < 0 ? [...list, mine] : [...list.slice(0, at), mine, ...list.slice(at)]
}

const plugin = ViewPlugin.fromClass(MemoBoxes)

export const memoBoxesOf = (view: EditorView): MemoBoxes | null => view.plugin(plugin)

/** The state of the memos and the place where they stand; which way it is, `setMemoBoxes` says. */
export const memoBoxes = [
  memoState,
  config.of([]),
  plugin,
  EditorView.domEventHandlers({
    click(event, view) {
      if (!view.state.selection.main.empty) return
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY })
      const here = pos === null ? [] : memosAt(view.state, pos, pos)
      view.state.facet(memoBoxesConfig)?.onHere(here[0] ?? null)
    },
  }),
]
