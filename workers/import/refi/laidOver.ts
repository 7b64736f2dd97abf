/** How many of the highlights of one text lie over an earlier one of the same author and quirk? They stay apart: others may have meant them so. */
export interface Laid {
  quirkId: number
  author: string
  start: number
  length: number
}

export function overlapsOf(laid: readonly Laid[]): number {
  const groups = Map.groupBy(laid, ({ quirkId, author }) => `${quirkId} ${author}`)
  let count = 0
  for (const group of groups.values()) {
    if (group.length < 2) continue
    let end = -1
    for (const { start, length } of group.sort((a, b) => a.start - b.start)) {
      if (start < end) count += 1
      end = Math.max(end, start + length)
    }
  }
  return count
}
