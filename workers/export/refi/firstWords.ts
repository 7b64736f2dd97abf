const most = 80

/** A line that tells what a passage or a memo is: its words with single spaces, cut after 80 units. */
export function firstWords(text: string): string {
  // Enough of it to fill the line, however much white space there is in a text of a sane kind.
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most && text.length <= most * 4) return line
  const cut = line.slice(0, most)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
