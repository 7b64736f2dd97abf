/**
 * Answers: where HTML's blocks begin and end lines, and what kind of line each is.
 * Promises: linear time, whatever is left open or closed twice.
 */
import type { Draft } from './draft.ts'
import type { Flow } from './flow.ts'
import { MAX_DEPTH } from './kinds.ts'

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const CELLS = new Set(['td', 'th'])

/** Tags that begin and end lines; all others are read over, with their text kept. */
export const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup html legend li main nav option p pre section summary table tbody td tfoot th thead tr
  listing xmp plaintext`
    .split(/\s+/)
    .concat([...LISTS]),
)

/**
 * What has become of an open list item: nothing yet; its line is the last one; another block has come after its line
 * (or instead of it), so that more text needs a line of its own. 'none': no item is open.
 */
type Item = 'none' | 'fresh' | 'lined' | 'passed'

/** Follows blocks and lists, and says what kind the next line is. */
export function blockReader(flow: Flow) {
  const stack: string[] = []
  const counts = new Map<string, number>()
  // One entry per open list, and the first for items outside of lists.
  const items: Item[] = ['none']
  let freshParagraph = false
  flow.onLine(startLine)

  const item = (): Item => items[items.length - 1] ?? 'none'
  const setItem = (state: Item): void => {
    items[items.length - 1] = state
  }
  function startLine(out: Draft): void {
    freshParagraph = false
    const state = item()
    const depth = items.length === 1 && state !== 'none' ? 1 : Math.min(items.length - 1, MAX_DEPTH)
    if (depth === 0) {
      out.line('p', 0)
    } else if (state === 'lined') {
      out.line('br', 0)
    } else {
      out.line('li', depth)
      if (state !== 'none') setItem('lined')
    }
  }
  function end(): void {
    flow.endBlock()
    freshParagraph = false
  }
  function push(tag: string): void {
    stack.push(tag)
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  function pop(): string {
    const tag = stack.pop() ?? ''
    counts.set(tag, (counts.get(tag) ?? 1) - 1)
    if (!CELLS.has(tag)) flow.endBlock()
    if (tag === 'pre') flow.pre(false)
    if (tag === 'li') {
      if (item() === 'fresh') flow.emptyLine()
      setItem('none')
    }
    if (LISTS.has(tag)) {
      items.pop()
      if (item() !== 'none') setItem('passed')
    }
    return tag
  }
  /** Each pop was paid for by its push, and an end tag without a begin costs nothing: linear. */
  function popTo(tag: string): void {
    while ((counts.get(tag) ?? 0) > 0 && pop() !== tag);
  }
  return {
    end,
    open(tag: string): void {
      if (!CELLS.has(tag) || !flow.cell()) end()
      freshParagraph = tag === 'p'
      if (freshParagraph) return
      if (tag === 'li' && item() !== 'none') popTo('li')
      push(tag)
      if (tag === 'pre') flow.pre(true)
      if (tag === 'li') setItem('fresh')
      if (LISTS.has(tag)) {
        if (item() !== 'none') setItem('passed')
        items.push('none')
      }
    },
    close(tag: string): void {
      if (tag === 'p' && freshParagraph) flow.emptyLine()
      // A cell's end does not end its line, so that the cells of a row can share one.
      if (!CELLS.has(tag)) end()
      popTo(tag)
    },
    closeAll(): void {
      while (stack.length > 0) pop()
      end()
    },
  }
}
