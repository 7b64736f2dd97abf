/**
 * What notes are on: passages, texts, codes. Writers refer from the thing to its note, from a coding, or by a link between the two. A note on
 * nothing that we have, or one that is coded itself, is a source of its own.
 */
import type { Code, Exchange, Text } from './exchange.ts'
import type { Layout } from './layout.ts'
import type { Tally } from './tally.ts'

export interface Notes {
  byKey: Map<string, Text>
  /** Linked to a passage or a source, by its key. */
  linked: Map<string, Text[]>
  ofCodes: Map<Code, Text[]>
  /** On nothing else. */
  alone: Text[]
}

export function notesOf(exchange: Exchange, layout: Layout, tally: Tally): Notes {
  const byKey = new Map(exchange.ownNotes.map((note) => [note.key, note]))
  const codes = new Map(exchange.codes.map((code) => [code.key, code]))
  const linked = new Map<string, Text[]>()
  const ofCodes = new Map<Code, Text[]>()
  const used = new Set<Text>()
  const put = <K>(map: Map<K, Text[]>, key: K, note: Text) => {
    const list = map.get(key)
    if (list && !list.includes(note)) list.push(note)
    if (!list) map.set(key, [note])
    used.add(note)
  }
  const use = (keys: readonly string[]) => {
    for (const key of keys) {
      const note = byKey.get(key)
      if (note) used.add(note)
      else tally.count('refiReferences')
    }
  }

  const ends = exchange.links.map(({ origin, target, notes }) => {
    const note = byKey.get(origin) ?? byKey.get(target)
    return { note, other: note?.key === origin ? target : origin, notes }
  })
  const wanted = new Set(ends.flatMap(({ note, other }) => (note ? [other] : [])))
  const passages = new Set<string>()
  for (const { text, medium } of layout.placed) {
    use(text.notes)
    for (const coding of text.codings) use(coding.notes)
    if (medium?.texts[0] === text || medium?.texts.length === 0) {
      use(medium.notes)
      for (const coding of medium.codings) use(coding.notes)
      for (const area of medium.areas) use([...area.notes, ...area.codings.flatMap(({ notes }) => notes)])
    }
    for (const selection of text.selections) {
      use(selection.notes)
      for (const coding of selection.codings) use(coding.notes)
      if (wanted.has(selection.key)) passages.add(selection.key)
    }
  }
  for (const code of exchange.codes)
    for (const key of code.notes) {
      const note = byKey.get(key)
      if (note) put(ofCodes, code, note)
      else tally.count('refiReferences')
    }
  for (const { note, other } of ends) {
    const code = codes.get(other)
    if (note && (passages.has(other) || layout.ids.has(other))) put(linked, other, note)
    else if (note && code) put(ofCodes, code, note)
    else tally.count('refiLinks')
  }
  const alone = exchange.ownNotes.filter((note) => !used.has(note) || note.codings.length + note.selections.length > 0)
  return { byKey, linked, ofCodes, alone }
}

/** A note's words, after its name where that says more. Our own are named by their first words. */
export function noteWords(name: string, words: string, isOwn: boolean): string {
  const named = name.trim()
  if (isOwn || named === '' || words.trim().startsWith(named.replace(/(?:…|\.\.\.)$/, ''))) return words
  return words.trim() === '' ? named : `${named}\n\n${words}`
}
