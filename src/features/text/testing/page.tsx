/** The page of coding.browser.test.ts: the text view on a project in memory, beside a place to drop a passage on. */
import { EditorView } from '@codemirror/view'
import { createRoot } from 'react-dom/client'
import { ProjectProvider } from '../../../data/live/useLive.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import type { Memo } from '../../../model/schema.ts'
import { random } from '../../../model/text/randomRich.ts'
import { fromPlain, type RichText } from '../../../model/text/richText.ts'
import { editorOf } from '../../../state/editor.ts'
import { hasPassage, takePassage } from '../../../state/passage.ts'
import { UiRoot } from '../../../ui/UiRoot.tsx'
import { CodingView } from '../CodingView.tsx'
import { highlightState, placed } from '../highlights/highlightState.ts'
import { memoState } from '../memos/memoState.ts'
import { memoryProject } from './memoryProject.ts'
import type { TestPage } from './testPage.ts'

const WORDS = 'the house was quiet when she came back and nobody had thought of the letters on the table'.split(' ')

/** About `units` long, in paragraphs, the same at each call. */
function longText(units: number): RichText {
  const r = random(3)
  const paragraphs: string[] = []
  for (let length = 0; length < units; ) {
    const words = Array.from({ length: 40 + r.below(120) }, () => WORDS[r.below(WORDS.length)])
    const paragraph = `${words.join(' ')}.`
    paragraphs.push(paragraph)
    length += paragraph.length + 1
  }
  return fromPlain(paragraphs.join('\n'))
}

function scattered(rich: RichText, count: number): HighlightRow[] {
  const r = random(4)
  return Array.from({ length: count }, (_, at) => {
    const start = r.below(Math.max(1, rich.text.length - 900))
    return { id: at + 1, quirkId: 1 + (at % 3), start, length: 20 + r.below(300), author: 'Ben', timestamp: 0 }
  })
}

/** From a word to a page long. */
function notes(rich: RichText, count: number): Memo[] {
  const r = random(5)
  return Array.from({ length: count }, (_, at) => {
    const start = r.below(Math.max(1, rich.text.length - 900))
    const content = Array.from({ length: 1 + r.below(60) }, () => WORDS[r.below(WORDS.length)]).join(' ')
    const place = { sourceId: 1, questionId: 1, start, length: 20 + r.below(120) }
    return { id: at + 1, ...place, content: `${at + 1}: ${content}`, author: 'Ben', timestamp: at * 1000 }
  })
}

const asked = new URLSearchParams(location.search)
const rich = longText(Number(asked.get('units') ?? 4000))
const project = memoryProject(
  rich,
  scattered(rich, Number(asked.get('highlights') ?? 0)),
  notes(rich, Number(asked.get('memos') ?? 0)),
)
if (asked.get('access') === 'read') project.handle.state.access = 'read'
const editor = editorOf(project.handle.uuid)
const page: TestPage = {
  project,
  editor,
  view() {
    const element = document.querySelector<HTMLElement>('.cm-editor')
    const view = element && EditorView.findFromDOM(element)
    if (!view) throw new Error('no text is open')
    return view
  },
  shown: () => placed(page.view().state.field(highlightState)).map(({ id, from, to }) => `${id} ${from} ${to}`),
  memos: () =>
    page
      .view()
      .state.field(memoState)
      .list.map(({ id, from, to }) => `${id} ${from} ${to}`),
  dropped: [],
  picked: [],
}
Object.assign(window, { page })

createRoot(document.getElementById('root') ?? document.body).render(
  <UiRoot>
    <ProjectProvider value={project.handle}>
      <div style={{ display: 'grid', gridTemplateColumns: `1fr ${asked.get('width') ?? 560}px`, height: '100vh' }}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for the canvas */}
        <div
          id="canvas"
          onDragOver={(event) => hasPassage(event.dataTransfer, project.handle.uuid) && event.preventDefault()}
          onDrop={(event) => page.dropped.push(takePassage(event.dataTransfer, project.handle.uuid))}
        />
        <CodingView
          sourceId={1}
          lastQuirkId={2}
          onPickQuirk={(passage) => page.picked.push(passage)}
          onCode={async (words, to) => {
            if (!('passage' in words && 'quirkId' in to)) return null
            await project.handle.run('createHighlight', { ...words.passage, ...to })
            return to.quirkId
          }}
        />
      </div>
    </ProjectProvider>
  </UiRoot>,
)
