/** A document being written whose foot- and endnotes are written where they are cited, and stand at the end. */
import { type Draft, draft } from '../../src/model/text/draft.ts'
import type { RichText } from '../../src/model/text/richText.ts'

export interface FootnotedDraft extends Omit<Draft, 'length'> {
  /** Tells where the text is at what is written next: at once, or when the notes are written. */
  here(told: (at: number) => void): void
  /** What is written from here on is a note, until `endNote`. */
  beginNote(): void
  endNote(): void
}

export function footnotedDraft(): FootnotedDraft {
  const main = draft()
  const later: (() => void)[] = []
  let depth = 0
  const write = (step: () => void): void => {
    if (depth === 0) step()
    else later.push(step)
  }
  return {
    here: (told) => write(() => told(main.length)),
    line: (kind, indent) => write(() => main.line(kind, indent)),
    write: (text, marks) => write(() => main.write(text, marks)),
    image: (src, alt, marks) => write(() => main.image(src, alt, marks)),
    beginNote() {
      depth += 1
    },
    endNote() {
      depth = Math.max(0, depth - 1)
    },
    finish(): RichText {
      for (const step of later) step()
      return main.finish()
    },
  }
}
