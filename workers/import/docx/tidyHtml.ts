/**
 * Turns what mammoth writes into HTML that says the same in the ten tags of an answer: headings are bold, boxes are ☐ and ☒,
 * a row of a table whose cells are one paragraph each is one line, notes have their numbers, tabs and spaces are kept.
 *
 * Takes mammoth's HTML only: there, `<` and `>` stand nowhere but around tags.
 */
export interface Tidied {
  html: string
  /** Images without a source that can be kept. */
  imagesLeftOut: number
}

export function tidyHtml(html: string): Tidied {
  const tokens = html.split(/(<[^>]*>)/)
  const out: string[] = []
  let imagesLeftOut = 0
  let notes = 0
  let number = ''
  let skipping = false
  const plainCells = cellsOfOneParagraph(tokens)
  for (const [index, token] of tokens.entries()) {
    if (index % 2 === 0) {
      if (skipping || token === '') continue
      out.push(number, keepSpaces(token))
      number = ''
      continue
    }
    const tag = /^<\/?([a-z0-9]+)/.exec(token)?.[1] ?? ''
    if (tag === 'a') {
      // The arrow at the end of a note that leads back to where it is cited.
      if (token.startsWith('<a href="#footnote-ref-') || token.startsWith('<a href="#endnote-ref-')) skipping = true
      else if (token === '</a>') skipping = false
    } else if (tag === 'img' && !token.includes(' src="data:')) {
      imagesLeftOut += 1
    } else if (tag === 'input') {
      out.push(token.includes('checked="checked"') ? '☒' : '☐')
    } else if (tag === 'p' && plainCells.has(index)) {
      // The cell's line is the row's.
    } else if (/^h[1-6]$/.test(tag)) {
      out.push(token.startsWith('</') ? '</b></p>' : '<p><b>')
    } else if (tag === 'li' && /^<li id="(?:foot|end)note-/.test(token)) {
      notes += 1
      number = `[${notes}] `
      out.push(token)
    } else {
      out.push(token)
    }
  }
  return { html: out.join(''), imagesLeftOut }
}

/** Where the `<p>` and `</p>` of cells stand that hold one paragraph and no list or table. */
function cellsOfOneParagraph(tokens: readonly string[]): Set<number> {
  const found = new Set<number>()
  for (let index = 1; index + 2 < tokens.length; index += 2) {
    if (!/^<t[dh][ >]/.test(tokens[index] ?? '') || tokens[index + 2] !== '<p>' || tokens[index + 1] !== '') continue
    let end = index + 4
    while (end < tokens.length && !/^<\/?(?:p|t[dh]|ul|ol|table)[ >]/.test(tokens[end] ?? '')) end += 2
    if (tokens[end] !== '</p>' || !/^<\/t[dh]>/.test(tokens[end + 2] ?? '')) continue
    found.add(index + 2).add(end)
  }
  return found
}

/** White space that HTML would swallow, as references. */
function keepSpaces(text: string): string {
  if (!/\t| {2}/.test(text)) return text
  return text.replace(/\t| {2,}/g, (run) => (run === '\t' ? '&#9;' : '&#32;'.repeat(run.length)))
}
