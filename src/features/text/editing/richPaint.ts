/** Draws the formatting of what is in view: kinds of lines, marks, images. */
import type { Range } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import type { MarkTag } from '../../../model/text/richText.ts'
import { richState } from './richState.ts'
import { kindAt } from './shownText.ts'

const markDecorations: Record<MarkTag, Decoration> = {
  b: Decoration.mark({ tagName: 'strong' }),
  em: Decoration.mark({ tagName: 'em' }),
  i: Decoration.mark({ tagName: 'i' }),
  u: Decoration.mark({ tagName: 'u' }),
  mark: Decoration.mark({ tagName: 'mark' }),
}

/** Each line finds its own direction, so that Arabic and Hebrew paragraphs read from the right. */
const lineDecorations = new Map<string, Decoration>()
function lineDecoration(kind: string, depth: number): Decoration {
  const name = `text-line text-${kind}${depth > 0 ? ` text-depth-${depth}` : ''}`
  const known = lineDecorations.get(name)
  if (known) return known
  const made = Decoration.line({ attributes: { class: name, dir: 'auto' } })
  lineDecorations.set(name, made)
  return made
}

class ImageWidget extends WidgetType {
  readonly src: string
  readonly alt: string
  constructor(src: string, alt: string) {
    super()
    this.src = src
    this.alt = alt
  }
  override eq(other: ImageWidget): boolean {
    return this.src === other.src && this.alt === other.alt
  }
  override toDOM(view: EditorView): HTMLElement {
    const image = document.createElement('img')
    image.className = 'text-image'
    image.alt = this.alt
    image.src = this.src
    image.draggable = false
    image.addEventListener('load', () => view.requestMeasure())
    return image
  }
  override ignoreEvent(): boolean {
    return false
  }
}

interface Painted {
  all: DecorationSet
  images: DecorationSet
}

function paint(view: EditorView): Painted {
  const formatting = view.state.field(richState)
  const { doc } = view.state
  const all: Range<Decoration>[] = []
  const images: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = doc.lineAt(at)
      const { kind, depth } = kindAt(formatting, line.from)
      all.push(lineDecoration(kind, depth).range(line.from))
      at = line.to + 1
    }
    formatting.marks.between(from, to, (a, b, { tag }) => {
      const [start, end] = [Math.max(a, from), Math.min(b, to)]
      if (start < end) all.push(markDecorations[tag].range(start, end))
    })
    formatting.images.between(from, to, (a, b, { src, alt }) => {
      if (a >= from && b <= to) images.push(Decoration.replace({ widget: new ImageWidget(src, alt) }).range(a, b))
    })
  }
  return { all: Decoration.set([...all, ...images], true), images: Decoration.set(images, true) }
}

class RichPaint {
  painted: Painted
  constructor(view: EditorView) {
    this.painted = paint(view)
  }
  update(update: ViewUpdate): void {
    const changed = update.startState.field(richState) !== update.state.field(richState)
    if (changed || update.docChanged || update.viewportChanged) this.painted = paint(update.view)
  }
}

export const richPaint = ViewPlugin.fromClass(RichPaint, {
  decorations: (plugin) => plugin.painted.all,
  provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.painted.images ?? Decoration.none),
})
