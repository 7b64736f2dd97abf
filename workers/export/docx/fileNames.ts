/**
 * What are files called that are named by titles? Promises: names that every system takes, each once, also where large and small letters, or
 * two ways to write é, are one; never a path.
 */
const refused = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*\u2028\u2029]+/gu
/** Devices of Windows, whatever stands behind the dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
/** In bytes of UTF-8: systems take 255, with number and end. */
const longest = 200

const encoder = new TextEncoder()

/** The name for a title, with `end`. */
export function fileNames(end: string, untitled: string): (title: string) => string {
  const taken = new Set<string>()
  /** How many have the name already, so that a thousand of one name do not count from 2 each. */
  const counts = new Map<string, number>()
  return (title) => {
    const name = safeName(title) || safeName(untitled) || '_'
    const folded = (text: string) => text.normalize('NFC').toLowerCase()
    for (let n = counts.get(folded(name)) ?? 1; ; n += 1) {
      const numbered = n === 1 ? name : `${name} (${n})`
      if (taken.has(folded(numbered))) continue
      taken.add(folded(numbered))
      counts.set(folded(name), n + 1)
      return numbered + end
    }
  }
}

function safeName(title: string): string {
  let name = title.replace(refused, ' ').replace(/\s+/g, ' ').trim()
  while (encoder.encode(name).length > longest) name = [...name].slice(0, -1).join('')
  name = name.replace(/^[. ]+|[. ]+$/g, '')
  return reserved.test(name) ? `_${name}` : name
}
