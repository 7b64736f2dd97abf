/** Text in lines of at most `width` px; words that are longer are broken, what is left after `most` lines is cut. */
import { ellipsis, type Measure } from '../../../src/model/canvas/fitTitle.ts'

export function linesOf(text: string, width: number, size: number, most: number, measure: Measure): string[] {
  const wide = width / size
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/)) {
      const longer = line ? `${line} ${word}` : word
      if (line === '' || measure(longer) <= wide) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    if (line) lines.push(line)
  }
  const kept = lines.slice(0, most)
  const last = kept.length - 1
  if (lines.length > most) kept[last] = `${kept[last]} ${lines[most]}`
  return kept.map((line) => ellipsis(line, wide, measure) ?? line)
}
