/**
 * Who else has the project open, and where this browser's person is. Places come and go in the room's texts; here they are
 * moved over what has been written since, and over steps that wait, to the text that is shown.
 *
 * Promises: a selection lies on the words that it was made on, or is not shown at all. One's own goes out once the room has
 * the text that it lies on.
 */
import type { Edit } from '../../../src/model/change.ts'
import type { PeopleNews, PersonHere, PersonPlace, Presence, Selected } from '../../../src/model/presence.ts'
import { type EditStep, mapPoint, mapSpan } from '../../../src/model/text/edit.ts'
import { versionOf } from '../../../wasm/database/versions.ts'
import type { OwnPlace, ShownPerson } from '../api.ts'
import type { Copy } from '../copy.ts'
import { pendingSteps } from '../pending/pending.ts'

export interface PeopleHereParts {
  copy: () => Copy | null
  author: () => string
  after: (milliseconds: number, run: () => void) => () => void
  /** Sends where this person is; resolves to their number, null where it did not arrive. */
  send: (presence: Presence) => Promise<number | null>
  /** `count`: of all, oneself included; there may be more than are shown. */
  tell: (people: ShownPerson[], count: number) => void
}

export interface PeopleHere {
  /** What the server has told of the others. */
  hear(news: PeopleNews): void
  /** Edits that the room has taken, in its order; the copy has them already. */
  passed(edits: readonly Edit[]): void
  /** Where the person of this browser is now. */
  place(place: OwnPlace | null): void
  /** The project is open on a socket: nobody is known there yet. */
  opened(): void
  /** There is no socket: nobody is seen, and nobody sees. */
  lost(): void
  /** The texts that are shown may have changed. */
  changed(): void
  shown(): ShownPerson[]
  readonly count: number
}

/** How often one's own place is told at most, and others' are shown, in ms. */
const tellEvery = 100
const showAfter = 40
/** Of each text, for places that were told before the last edits had come there. */
const mostEdits = 50
/** With more steps that wait than these, no places in texts are shown. */
const mostWaiting = 200

interface Passed {
  /** Of the text after it. */
  version: number
  steps: readonly EditStep[]
}

export function openPeopleHere({ copy, author, after, send, tell }: PeopleHereParts): PeopleHere {
  const people = new Map<number, PersonHere>()
  const passed = new Map<number, Passed[]>()
  let count = 0
  let own: OwnPlace | null = null
  let self: number | null = null
  let isOpen = false
  /** The text of the last presence that was sent. */
  let sent = ''
  let resting = false
  let stopShow: (() => void) | null = null

  /** The number of edits of the text as the room has it: without those of steps that wait. */
  const roomVersion = (open: Copy, answerId: number): number =>
    versionOf(open.db, answerId) - waitingOn(open, answerId).edits.length
  const waitingOn = (open: Copy, answerId: number): { edits: Edit[]; tooMany: boolean } => {
    const count = open.waiting
    if (count === 0) return { edits: [], tooMany: false }
    if (count > mostWaiting) return { edits: [], tooMany: true }
    const effects = pendingSteps(open.db).flatMap(({ effect }) => effect)
    const made = effects.some((each) => each.op === 'insert' && each.id === answerId)
    const edits = effects.filter((each) => each.op === 'edit' && each.answerId === answerId) as Edit[]
    return { edits, tooMany: made }
  }

  /** Where a place lies in the room's text as it is here; null: not known (any more). It stays as it is while it is ahead of this copy. */
  const brought = (open: Copy, selection: NonNullable<PersonPlace['selection']>): PersonPlace['selection'] => {
    const now = roomVersion(open, selection.answerId)
    if (selection.version >= now) return selection
    const later = (passed.get(selection.answerId) ?? []).filter(({ version }) => version > selection.version)
    if (later.length !== now - selection.version) return null
    const moved = movedOver(
      selection,
      later.flatMap(({ steps }) => steps),
    )
    return moved && { ...selection, ...moved, version: now }
  }

  const show = () => {
    stopShow?.()
    stopShow = null
    tell(shown(), count)
  }
  const showSoon = () => {
    stopShow ??= after(showAfter, show)
  }

  const shown = (): ShownPerson[] =>
    [...people.values()]
      .filter(({ who }) => who !== self)
      .map(({ place, ...person }) => ({
        ...person,
        sourceId: place?.sourceId ?? -1,
        questionId: place?.questionId ?? -1,
        quirkId: place?.quirkId ?? null,
        selection: place ? selectionOf(place) : null,
      }))
  const selectionOf = ({ selection }: PersonPlace): ShownPerson['selection'] => {
    const open = copy()
    if (!open || !selection) return null
    const { edits, tooMany } = waitingOn(open, selection.answerId)
    if (tooMany || selection.version !== versionOf(open.db, selection.answerId) - edits.length) return null
    const moved = movedOver(
      selection,
      edits.flatMap(({ steps }) => steps),
    )
    return moved && { ...moved, tick: open.live.tick(selection.answerId) }
  }
  const isOnText = () => [...people.values()].some(({ place }) => place?.selection)

  /** One's own place in the room's text; undefined: not yet to be said. */
  const placeNow = (): PersonPlace | null | undefined => {
    // Where no screen shows the project it is open only for its steps to be sent: nobody is here.
    if (!own) return sent === '' ? undefined : null
    const { sourceId, questionId, quirkId, selection } = own
    const bare = { sourceId, questionId, quirkId, selection: null }
    const open = copy()
    if (!selection || !open) return bare
    const answer = open.db.one<{ id: number }>(
      'SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?',
      [sourceId, questionId],
    )
    const edits = answer && open.live.since(answer.id, selection.tick)
    if (!answer || !edits) return bare
    const waiting = waitingOn(open, answer.id)
    if (waiting.tooMany || waiting.edits.length > 0) return undefined
    const moved = movedOver(
      selection,
      edits.flatMap(({ steps }) => steps),
    )
    return { ...bare, selection: moved && { answerId: answer.id, version: versionOf(open.db, answer.id), ...moved } }
  }
  const say = () => {
    if (!isOpen || resting) return
    const place = placeNow()
    if (place === undefined) return
    const presence: Presence = { author: author(), place }
    const text = JSON.stringify(presence)
    if (text === sent) return
    sent = text
    resting = true
    after(tellEvery, () => {
      resting = false
      say()
    })
    void send(presence).then((who) => {
      if (who === null || who === self) return
      self = who
      showSoon()
    })
  }

  return {
    hear: ({ all, put, gone, count: here }) => {
      count = here
      if (all) people.clear()
      for (const who of gone) people.delete(who)
      const open = copy()
      for (const person of put) {
        const selection = person.place?.selection
        const place = person.place && {
          ...person.place,
          selection: open && selection ? brought(open, selection) : null,
        }
        people.set(person.who, { ...person, place })
      }
      showSoon()
    },
    passed: (edits) => {
      const open = copy()
      if (!open || edits.length === 0) return
      const byAnswer = Map.groupBy(edits, ({ answerId }) => answerId)
      for (const [answerId, own] of byAnswer) {
        const now = roomVersion(open, answerId)
        const fresh = own.map(({ steps }, i) => ({ version: now - own.length + 1 + i, steps }))
        passed.set(answerId, [...(passed.get(answerId) ?? []), ...fresh].slice(-mostEdits))
      }
      for (const person of people.values())
        if (person.place?.selection && byAnswer.has(person.place.selection.answerId))
          person.place = { ...person.place, selection: brought(open, person.place.selection) }
      showSoon()
    },
    place: (place) => {
      own = place
      say()
    },
    opened: () => {
      isOpen = true
      sent = ''
      say()
    },
    lost: () => {
      isOpen = false
      self = null
      count = 0
      if (people.size === 0) return
      people.clear()
      showSoon()
    },
    changed: () => {
      say()
      if (isOnText()) showSoon()
    },
    shown,
    get count() {
      return count
    },
  }
}

/** Words stay words; where none of them are left, a caret stays in their place. null: it lay in no such text. */
function movedOver({ anchor, head }: Selected, steps: readonly EditStep[]): Selected | null {
  try {
    return steps.reduce<Selected>(movedOverOne, { anchor, head })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function movedOverOne({ anchor, head }: Selected, step: EditStep): Selected {
  const start = Math.min(anchor, head)
  const span = anchor === head ? null : mapSpan({ start, length: Math.abs(anchor - head) }, step)
  if (!span) {
    const at = mapPoint(head, step)
    return { anchor: at, head: at }
  }
  const end = span.start + span.length
  return anchor < head ? { anchor: span.start, head: end } : { anchor: end, head: span.start }
}
