import { type EditorView, WidgetType } from '@codemirror/view'

/** Between a name and the edge of the text, in px. */
const margin = 2

/** The caret of another, with their name. */
export class CaretWidget extends WidgetType {
  private readonly author: string
  /** Which of `personPalette`; null: not known. */
  private readonly colour: number | null
  /** The name is shown for a moment after each move; null: as long as the caret is there. */
  private readonly moves: number | null
  constructor(author: string, colour: number | null = null, moves: number | null = null) {
    super()
    this.author = author
    this.colour = colour
    this.moves = moves
  }
  override eq(other: CaretWidget): boolean {
    return other.author === this.author && other.colour === this.colour && other.moves === this.moves
  }
  override toDOM(view: EditorView): HTMLElement {
    const caret = document.createElement('span')
    caret.className = 'text-caret'
    const name = caret.appendChild(document.createElement('span'))
    name.className = 'text-caret-name'
    name.textContent = this.author
    if (this.colour !== null) caret.dataset.person = String(this.colour)
    if (this.moves !== null) caret.dataset.passing = ''
    caret.setAttribute('aria-hidden', 'true')
    // At the edge of the text the name stands further in.
    view.requestMeasure({
      read: () => name.getBoundingClientRect().right + margin - view.scrollDOM.getBoundingClientRect().right,
      write: (over) => {
        if (over > 0) name.style.marginInlineStart = `${-over}px`
      },
    })
    return caret
  }
  override ignoreEvent(): boolean {
    return true
  }
}
