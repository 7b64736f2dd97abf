/**
 * The page of `reading.bench.ts`: one long text with its highlights in memory, and two ways of showing it, one at a time. The text view of the
 * program; and, as the reference, what a page does that has no such view: one paragraph an element, each stretch of highlights one span.
 */
import { EditorView } from '@codemirror/view'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from '../../../fixtures/language.ts'
import { seeded } from '../../../fixtures/random.ts'
import type { ProjectHandle } from '../../../src/data/copies/handle.ts'
import { ProjectProvider } from '../../../src/data/live/useLive.ts'
import { CodingView } from '../../../src/features/text/CodingView.tsx'
import { setHighlights } from '../../../src/features/text/highlights/highlightState.ts'
import { type MemoryProject, memoryProject } from '../../../src/features/text/testing/memoryProject.ts'
import { packHighlights } from '../../../src/model/packedHighlights.ts'
import type { HighlightRow } from '../../../src/model/queries.ts'
import { fromPlain, parseHtml, type RichText } from '../../../src/model/text/richText.ts'
import { UiRoot } from '../../../src/ui/UiRoot.tsx'
import { drawSpans, type Spans } from './spans.ts'

export interface ReadingPage {
  /** Makes text and highlights; nothing is shown. */
  prepare(units: number, highlights: number): void
  /** The same with a text of one's own. */
  take(html: string, highlights: readonly HighlightRow[]): void
  /** Shows them; ms until they are painted. */
  open(way: 'view' | 'spans'): Promise<number>
  /** One character more in the middle of what is in sight, one highlight more there; ms until it is painted. */
  type(): Promise<number>
  highlight(): Promise<number>
  /** The element that scrolls. */
  scroller(): Element
  /** Elements and texts in the document. */
  nodes(): number
}

const box = document.getElementById('root') ?? document.body
const colours = new Map([
  [1, '#1a66d1'],
  [2, '#e97200'],
  [3, '#60a11c'],
])
let project: MemoryProject
let handle: ProjectHandle
let port: MessagePort
let isOpen = false
let told = () => {}
let lastId = 1_000_000
let spans: Spans | null = null

const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))

/**
 * Frames go by until one is painted in which it is there. A box that changes its size is told of after all that runs before a painting,
 * and before that: so what is painted is known, and the spans, whose frame is known, are not a frame ahead.
 */
async function until(isThere: () => boolean): Promise<void> {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: fixed; width: 1px; height: 1px; visibility: hidden'
  document.body.append(probe)
  let isPainted = false
  const sizes = new ResizeObserver(() => {
    isPainted = isThere()
  })
  sizes.observe(probe)
  for (let height = 2; !isPainted; height += 1) {
    requestAnimationFrame(() => {
      probe.style.height = `${height}px`
    })
    await painted()
  }
  sizes.disconnect()
  probe.remove()
}

async function timed(act: () => void | Promise<void>): Promise<number> {
  // Not in the middle of a frame that has begun already.
  await new Promise(requestAnimationFrame)
  await new Promise((done) => setTimeout(done, 30))
  const began = performance.now()
  await act()
  return performance.now() - began
}

function view(): EditorView {
  const element = document.querySelector<HTMLElement>('.cm-editor')
  const found = element && EditorView.findFromDOM(element)
  if (!found) throw new Error('no text is open')
  return found
}

/** Text and highlights, with their brackets. */
const isShown = () =>
  document.querySelector('.text-hl') !== null && document.querySelector('.text-bracket:not([hidden])') !== null

/** A word in the middle of what the program's view shows. */
function inSight(): number {
  const { top, bottom, left } = view().scrollDOM.getBoundingClientRect()
  const at = view().posAtCoords({ x: left + 200, y: (top + bottom) / 2 }, false)
  return view().state.doc.lineAt(at).from + 3
}

function show(rich: RichText, rows: readonly HighlightRow[]): void {
  project = memoryProject(rich, rows, [])
  // In the program the worker packs them, and hands the columns over.
  const packed = packHighlights(rows)
  // And so it does the text, which lies ready in the page until it is taken in.
  const { port1, port2 } = new MessageChannel()
  port = port2
  port1.postMessage({ tick: 1, answerId: 1, rich })
  const watch: ProjectHandle['watch'] = (query, args, post) => {
    if (query === 'answer') {
      port.onmessage = ({ data }) => post({ value: data } as never)
      return () => port.close()
    }
    if (query !== 'highlights') return project.handle.watch(query, args, post)
    let isFirst = true
    return project.handle.watch('quirks', {}, () => {
      if (!isFirst) return
      isFirst = false
      post({ packed } as never)
    })
  }
  handle = { ...project.handle, watch }
}

/** The program, with or without a text open. */
function Program() {
  const shows = useSyncExternalStore(
    (tell) => {
      told = tell
      return () => {}
    },
    () => isOpen,
  )
  if (!shows) return <p id="there">no text is open</p>
  return (
    <div style={{ display: 'grid', height: '100vh' }}>
      <CodingView sourceId={1} lastQuirkId={2} onPickQuirk={() => {}} onCode={async () => null} />
    </div>
  )
}

const reading: ReadingPage = {
  prepare(units, highlights) {
    const random = seeded(7)
    const rich = fromPlain(language(random).write(random, units).rich.text)
    const rows: HighlightRow[] = Array.from({ length: highlights }, (_, at) => ({
      id: at + 1,
      quirkId: 1 + random.below(3),
      start: random.below(Math.max(1, rich.text.length - 900)),
      length: 20 + random.below(600),
      author: 'Ben',
      timestamp: 0,
    }))
    show(rich, rows)
  },
  take: (html, rows) => show(parseHtml(html), rows),
  async open(way) {
    if (way === 'spans')
      return timed(() => {
        spans = drawSpans(box, project.rich().text, project.highlights(), colours)
        return painted()
      })
    // The program is there already when somebody opens a text.
    createRoot(box).render(
      <UiRoot>
        <ProjectProvider value={handle}>
          <Program />
        </ProjectProvider>
      </UiRoot>,
    )
    await until(() => document.getElementById('there') !== null)
    return timed(() => {
      isOpen = true
      told()
      return until(isShown)
    })
  },
  type: () =>
    timed(() => {
      if (spans) spans.type()
      else {
        const at = inSight()
        view().dispatch({ changes: { from: at, insert: 'x' }, userEvent: 'input.type' })
      }
      return painted()
    }),
  highlight: () =>
    timed(() => {
      if (spans) spans.highlight()
      else {
        lastId += 1
        const row = { id: lastId, quirkId: 2, start: inSight(), length: 7, author: 'Anna', timestamp: 0 }
        view().dispatch({ effects: setHighlights.of({ put: [row], gone: [] }) })
      }
      return painted()
    }),
  scroller: () => (spans ? box : view().scrollDOM),
  nodes() {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    let count = 0
    while (walker.nextNode()) count += 1
    return count
  },
}
Object.assign(window, { reading })
