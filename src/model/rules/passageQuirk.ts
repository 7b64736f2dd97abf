import { cssColour } from '../palette.ts'
import type { QuirkRow } from '../queries.ts'

/** What a row of passages shows of their quirk, its colour as CSS writes it. One that is not known, or not any more, has no colour. */
export const passageQuirk = (
  quirk: Pick<QuirkRow, 'title' | 'color'> | undefined,
  untitled: string,
): { quirk: string; colour: string | undefined } => ({
  quirk: quirk?.title.trim() || untitled,
  colour: quirk && cssColour(quirk.color),
})
