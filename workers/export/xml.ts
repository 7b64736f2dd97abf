/**
 * How does a text get into XML? Promises: every text gives well-formed XML; what XML 1.0 allows no document to hold, by whatever
 * reference, is U+FFFD.
 */
const refused = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u
const refusedAll = new RegExp(refused.source, 'gu')
const special = /[&<>"\r]/
const specialAll = /[&<>"\r]/g
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** For elements and for attributes in double quotes; line breaks and tabs of an attribute would be read as spaces. */
export function xmlText(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  const allowed = refused.test(formed) ? formed.replace(refusedAll, '\ufffd') : formed
  return special.test(allowed) ? allowed.replace(specialAll, (unit) => named[unit] ?? unit) : allowed
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
