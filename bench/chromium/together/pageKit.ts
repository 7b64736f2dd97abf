/**
 * What the proof puts into each person's page before its own scripts: the project handle as the page's components have it, and where caret
 * and scroll stand. Runs in the page: names nothing from outside.
 */
import type { ProjectHandle } from '../../../src/data/copies/handle.ts'

/** Where a person is in the open text; `caret` null: nothing is open. */
export interface PagePlace {
  caret: { line: string; column: number; selected: string } | null
  /**
   * What is not to move, by its first letters, and how far below the upper edge of the text, in px: the line of who writes, else the first
   * line in sight; null at the very top, where what is written above is to be seen.
   */
  held: { words: string; y: number; scroll: number; width: number } | null
  access: string
  /** Grows each time the page reads its text anew. */
  view: number
}

export interface Kit {
  handle(): ProjectHandle | null
  place(): PagePlace
  /** Of a line that begins so, the end of it, or of `word` in it, the middle, in px of the window; scrolled to where it is far away. */
  find(line: string, word?: string): Promise<{ x: number; y: number } | null>
  notices: string[]
}

declare global {
  interface Window {
    together: Kit
  }
}

interface Fiber {
  child: Fiber | null
  sibling: Fiber | null
  memoizedProps: { value?: unknown } | null
}
/** What of CodeMirror's view is looked at. */
interface View {
  state: {
    doc: { lineAt(at: number): { from: number; to: number; text: string }; toString(): string; length: number }
    selection: { main: { head: number; from: number; to: number } }
    sliceDoc(from: number, to: number): string
  }
  scrollDOM: HTMLElement
  hasFocus: boolean
  coordsAtPos(at: number): { left: number; right: number; top: number; bottom: number } | null
  lineBlockAt(at: number): { top: number; height: number; from: number }
  lineBlockAtHeight(y: number): { top: number; height: number; from: number }
  documentTop: number
}

export function installKit(): void {
  const views = new WeakMap<View, number>()
  let seen = 0
  const isHandle = (value: unknown): value is ProjectHandle =>
    typeof value === 'object' && value !== null && 'runAll' in value && 'undo' in value && 'uuid' in value

  const search = (fiber: Fiber | null): ProjectHandle | null => {
    for (let at = fiber; at; at = at.sibling) {
      const value = at.memoizedProps?.value
      if (isHandle(value)) return value
      const below = search(at.child)
      if (below) return below
    }
    return null
  }
  const heard = new WeakSet<ProjectHandle>()
  const handle = () => {
    const root = document.getElementById('root')
    const key = root && Object.keys(root).find((name) => name.startsWith('__reactContainer'))
    const container = key ? (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[key] : undefined
    const found = container ? search(container.stateNode.current) : null
    if (found && !heard.has(found)) {
      heard.add(found)
      found.onNotice((notice) => window.together.notices.push(JSON.stringify(notice)))
    }
    return found
  }
  const view = (): View | null => {
    const content = document.querySelector('.cm-content') as { cmTile?: { root?: { view?: View } } } | null
    return content?.cmTile?.root?.view ?? null
  }

  const place = (): PagePlace => {
    const access = handle()?.state.access ?? ''
    const shown = view()
    if (!shown) return { caret: null, held: null, access, view: 0 }
    if (!views.has(shown)) views.set(shown, ++seen)
    const { doc, selection } = shown.state
    const { head, from, to } = selection.main
    const line = doc.lineAt(head)
    const box = shown.scrollDOM.getBoundingClientRect()
    const own = shown.lineBlockAt(head)
    const below = own.top + shown.documentTop - box.top
    const isWritten = document.querySelector('.text-editing') !== null && shown.hasFocus
    const block =
      isWritten && below >= 0 && below < box.height
        ? own
        : shown.lineBlockAtHeight(Math.max(0, box.top - shown.documentTop))
    return {
      caret: { line: line.text, column: head - line.from, selected: shown.state.sliceDoc(from, to) },
      held:
        block !== own && shown.scrollDOM.scrollTop < 8
          ? null
          : {
              words: doc.lineAt(block.from).text.slice(0, 12),
              y: block.top + shown.documentTop - box.top,
              scroll: shown.scrollDOM.scrollTop,
              width: document.querySelector('.cm-line')?.getBoundingClientRect().width ?? 0,
            },
      access,
      view: views.get(shown) ?? 0,
    }
  }

  const find = async (begins: string, word?: string) => {
    const shown = view()
    if (!shown) return null
    const whereAt = () => {
      const text = shown.state.doc.toString()
      const start = text.startsWith(begins) ? 0 : text.indexOf(`\n${begins}`) + 1
      if (start === 0 && !text.startsWith(begins)) return null
      const line = shown.state.doc.lineAt(start)
      const offset = word === undefined ? line.text.length : line.text.indexOf(word)
      return offset < 0 ? null : { from: line.from + offset, to: line.from + offset + (word?.length ?? 0) }
    }
    const box = shown.scrollDOM.getBoundingClientRect()
    for (let tries = 0; tries < 8; tries += 1) {
      const at = whereAt()
      if (!at) return null
      const from = shown.coordsAtPos(at.from)
      const to = shown.coordsAtPos(at.to)
      if (from && to && from.top > box.top + 40 && to.bottom < box.bottom - 40)
        return { x: word === undefined ? to.left : (from.left + to.right) / 2, y: (to.top + to.bottom) / 2 }
      shown.scrollDOM.scrollTop = shown.lineBlockAt(at.from).top - box.height / 3
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    return null
  }
  window.together = { handle, place, find, notices: [] }
}
