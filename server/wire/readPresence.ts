/** What a client says of where it is, from outside: checked in shape and size. */
import type { PersonPlace, Presence } from '../../src/model/presence.ts'
import { none } from '../../src/model/schema.ts'
import { canonicalText } from '../../src/model/text/richText.ts'

const longestAuthor = 200

/** null: not in that shape. What it does not name is left out. */
export function readPresence(given: unknown): Presence | null {
  if (!isObject(given)) return null
  const { author = '', place } = given
  if (typeof author !== 'string' || author.length > longestAuthor) return null
  if (place === null || place === undefined) return { author: canonicalText(author), place: null }
  const read = readPlace(place)
  return read && { author: canonicalText(author), place: read }
}

function readPlace(place: unknown): PersonPlace | null {
  if (!isObject(place)) return null
  const { sourceId = none, questionId = none, quirkId = null, selection = null } = place
  if (!isId(sourceId) || !isId(questionId) || !(quirkId === null || isId(quirkId))) return null
  if (selection === null) return { sourceId, questionId, quirkId, selection: null }
  if (!isObject(selection)) return null
  const { answerId, version, anchor, head } = selection
  if (!isId(answerId) || !isCount(version) || !isCount(anchor) || !isCount(head)) return null
  return { sourceId, questionId, quirkId, selection: { answerId, version, anchor, head } }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is number => Number.isSafeInteger(value)
const isCount = (value: unknown): value is number => isId(value) && value >= 0
