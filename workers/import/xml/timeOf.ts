/** `xsd:dateTime` to ms since 1970: without a zone it is taken as UTC. 0: not told, not to be read, or before 1970 (some write the year 1). */
export function timeOf(written: string | undefined): number {
  const text = written?.trim() ?? ''
  if (text === '') return 0
  if (text === last.text) return last.time
  const zoned = /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes('T') ? text : `${text}Z`
  // More than milliseconds is more than a date holds.
  const time = Date.parse(zoned.replace(/(\.\d{3})\d+/, '$1'))
  last.text = text
  last.time = Number.isSafeInteger(time) && time > 0 ? time : 0
  return last.time
}

/** Most rows of a file were made in the same second. */
const last = { text: '', time: 0 }
