/** What lies on one text: its passages as selections, and the memos, which the schema wants at another place. */
import type { Highlight, Memo } from '../../../src/model/schema.ts'
import { xmlText } from '../xml.ts'
import { codePoints } from './codePoints.ts'
import { firstWords } from './firstWords.ts'
import type { Guids } from './guid.ts'
import type { RefiUsers } from './users.ts'
import { attribute, dateTime, element } from './xml.ts'

export interface Names {
  guids: Guids
  people: RefiUsers
}

/** What the passages are of: the text, its highlights and memos. */
export interface Placed {
  text: string
  highlights: readonly Highlight[]
  memos: readonly Memo[]
}

/** `ofText`: references to memos on the text as a whole. `notes` go to the end of the project. */
export interface Selections {
  selections: string
  ofText: string
  notes: string
}

/** How a file says where a passage is: its element, and the attributes for a range in UTF-16 units. */
export interface Spots {
  tag: 'PlainTextSelection' | 'TranscriptSelection'
  at(start: number, end: number): string
}

/** Of a text that is nothing else: by code points. */
function plainSpots(text: string): Spots {
  const points = codePoints(text)
  return {
    tag: 'PlainTextSelection',
    at: (start, end) => attribute('startPosition', points.start(start)) + attribute('endPosition', points.end(end)),
  }
}

export function selections(
  { text, highlights, memos }: Placed,
  names: Names,
  spots: Spots = plainSpots(text),
): Selections {
  const rows: (Highlight | Memo)[] = [...highlights, ...memos.filter((memo) => !isOfText(memo))]
  rows.sort((a, b) => a.start - b.start || a.length - b.length)
  const out: string[] = []
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && rows[to]?.start === rows[from]?.start && rows[to]?.length === rows[from]?.length) to += 1
    out.push(passage(text, spots, rows.slice(from, to), names))
  }
  return {
    selections: out.join(''),
    ofText: memos
      .filter(isOfText)
      .map((memo) => noteRef(memo, names))
      .join(''),
    notes: memos.map((memo) => note(memo, names)).join(''),
  }
}

const isOfText = ({ start, length }: Memo): boolean => start === 0 && length === 0

/** Which of the two: only a highlight has a quirk. */
const isHighlight = (row: Highlight | Memo): row is Highlight => 'quirkId' in row

function passage(text: string, spots: Spots, rows: readonly (Highlight | Memo)[], names: Names): string {
  const [first] = rows
  if (!first) return ''
  const start = Math.min(first.start, text.length)
  const end = Math.min(start + first.length, text.length)
  const kind = isHighlight(first) ? 'highlightSelection' : 'memoSelection'
  const madeFirst = made('creating', 'creation', first, names)
  return element(
    spots.tag,
    attribute('guid', names.guids.of(kind, first.id)) +
      attribute('name', firstWords(text.slice(start, end))) +
      spots.at(start, end) +
      madeFirst,
    rows
      .map((row) => {
        if (!isHighlight(row)) return noteRef(row, names)
        return coding(row, row === first ? madeFirst : made('creating', 'creation', row, names), names)
      })
      .join(''),
  )
}

const coding = ({ id, quirkId }: Highlight, made: string, { guids }: Names): string =>
  element(
    'Coding',
    attribute('guid', guids.of('highlight', id)) + made,
    element('CodeRef', attribute('targetGUID', guids.of('quirk', quirkId))),
  )

const noteRef = ({ id }: Memo, { guids }: Names): string =>
  element('NoteRef', attribute('targetGUID', guids.of('memo', id)))

const note = (memo: Memo, names: Names): string =>
  element(
    'Note',
    attribute('guid', names.guids.of('memo', memo.id)) +
      attribute('name', firstWords(memo.content)) +
      made('creating', 'creation', memo, names),
    `<PlainTextContent>${xmlText(memo.content)}</PlainTextContent>`,
  )

/** Who and when, as attributes `creatingUser` and `creationDateTime`, or `modifyingUser` and `modifiedDateTime`. */
export const made = (
  who: 'creating' | 'modifying',
  when: 'creation' | 'modified',
  { author, timestamp }: { author: string; timestamp: number },
  { people }: Names,
): string => attribute(`${who}User`, people.guidOf(author)) + attribute(`${when}DateTime`, dateTime(timestamp))
