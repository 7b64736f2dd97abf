/**
 * CodeMirror measures in a loop of at most six rounds. One that is given up leaves lines undrawn that are counted as drawn, and a question for
 * the text at a point on one of them throws (scanTile, 6.43.15). Here fewer rounds are asked for, and the question is answered all the same.
 */
import type { SelectionRange } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { endOfWord } from './unspacedWords.ts'

interface Request<Measured> {
  key: unknown
  read: () => Measured
  write: (measured: Measured) => void
}
type Coords = Parameters<EditorView['posAtCoords']>[0]
type PositionAndSide = NonNullable<ReturnType<EditorView['posAndSideAtCoords']>>

/** From the `update` of a plugin. What CodeMirror has measured itself costs no round of its loop: the request comes right after that. */
export function measureAfter<Measured>({ view, transactions }: ViewUpdate, request: Request<Measured>): void {
  if (transactions.length > 0) view.requestMeasure(request)
  else queueMicrotask(() => view.requestMeasure(request))
}

export class SteadyView extends EditorView {
  override posAtCoords(coords: Coords, precise: false): number
  override posAtCoords(coords: Coords): number | null
  override posAtCoords(coords: Coords, precise = true): number | null {
    return this.placeAt(coords, precise)?.pos ?? null
  }

  override posAndSideAtCoords(coords: Coords, precise: false): PositionAndSide
  override posAndSideAtCoords(coords: Coords): PositionAndSide | null
  override posAndSideAtCoords(coords: Coords, precise = true): PositionAndSide | null {
    return this.placeAt(coords, precise)
  }

  /** Where no spaces are written, by a word of the language. */
  override moveByGroup(start: SelectionRange, forward: boolean): SelectionRange {
    return endOfWord(this.state.doc, start, super.moveByGroup(start, forward), forward)
  }

  private placeAt(coords: Coords, precise: boolean): PositionAndSide | null {
    const ask = () => (precise ? super.posAndSideAtCoords(coords) : super.posAndSideAtCoords(coords, false))
    try {
      return ask()
    } catch {
      try {
        // Any update draws what is missing. Within a measure, where CodeMirror itself asks, none is taken.
        this.dispatch({})
        return ask()
      } catch {
        const { from } = this.elementAtHeight(coords.y - this.documentTop)
        return precise ? null : { pos: from, assoc: 1 }
      }
    }
  }
}
