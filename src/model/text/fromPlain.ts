/** Answers: the document of a text without formatting. Part of `richText.ts`, and apart from it for those who read no HTML: they need no parser. */
import { canonicalText } from './canonicalText.ts'
import type { RichText } from './richText.ts'

/** Every line is a paragraph. */
export function fromPlain(text: string): RichText {
  return { text: canonicalText(text), marks: [], kinds: [], images: [] }
}
