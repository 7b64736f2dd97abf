/** Quirks on the canvas: made, moved, nested, merged, removed. */

import { freePlace } from '../../../src/model/canvas/placement.ts'
import type { NewQuirk } from '../../../src/model/commands.ts'
import { isColour, PALETTE } from '../../../src/model/palette.ts'
import { refuse } from '../../../src/model/problems.ts'
import { nestingProblem } from '../../../src/model/rules/nesting.ts'
import { type Placed, placedIn, placedKey } from '../../../src/model/rules/projects/settings.ts'
import { none, type Preference, type Quirk } from '../../../src/model/schema.ts'
import { canonicalText, cleanLine } from '../../../src/model/text/richText.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Handler, Tx } from '../tx.ts'
import { setGroup } from './groups.ts'
import { createHighlight } from './highlights.ts'
import { mergeHighlights } from './mergeHighlights.ts'
import { setPreference } from './preferences.ts'

export const createQuirk: Handler<'createQuirk'> = (tx, args) => {
  const quirk = newQuirk(tx, args)
  if (quirk.parentQuirkId !== none) {
    tx.need('quirks', quirk.parentQuirkId, { kind: 'quirkNotFound' })
    refuseNesting(tx, quirk.id, quirk.parentQuirkId)
  }
  tx.insert('quirks', quirk)
  setRest(tx, quirk.id, args)
  return quirk.id
}

/** What a quirk has in other tables: its groups, all of them, and its key. */
function setRest(tx: Tx, quirkId: number, { groupIds, shortcutKey }: Pick<NewQuirk, 'groupIds' | 'shortcutKey'>): void {
  if (groupIds) {
    const wanted = new Set(groupIds)
    const links = tx.db.all<{ groupId: number }>('SELECT groupId FROM group_quirks WHERE quirkId = ?', [quirkId])
    for (const { groupId } of links) if (!wanted.has(groupId)) setGroup(tx, { groupId, quirkId, member: false })
    for (const groupId of wanted) setGroup(tx, { groupId, quirkId, member: true })
  }
  if (shortcutKey !== undefined) setShortcutKey(tx, { quirkId, shortcutKey })
}

function newQuirk(tx: Tx, args: NewQuirk): Quirk {
  const { parentQuirkId = none } = args
  const isGiven = args.x !== undefined && args.y !== undefined
  const place = isGiven ? { x: args.x!, y: args.y! } : parentQuirkId === none ? placeFor(tx) : nowhere
  return {
    id: tx.newId(),
    title: cleanLine(args.title ?? ''),
    description: canonicalText(args.description ?? ''),
    color: args.color === undefined ? freeColour(tx) : colourGiven(args.color),
    x: Math.round(place.x),
    y: Math.round(place.y),
    parentQuirkId,
    author: tx.author,
    timestamp: tx.now,
  }
}

/** Of a quirk inside another one: its place follows from its rank. */
const nowhere = { x: 0, y: 0 }

const colourGiven = (color: string): string =>
  isColour(color) ? color : refuse({ kind: 'badRequest', detail: `color is no #rrggbb: ${color.slice(0, 40)}` })

function placeFor(tx: Tx): { x: number; y: number } {
  const taken = tx.db.all<{ x: number; y: number }>('SELECT x, y FROM quirks WHERE parentQuirkId = ?', [none])
  const { x, y } = freePlace(taken, tx.random)
  return { x: Math.round(x), y: Math.round(y) }
}

/** The colour that the fewest quirks have, so that new ones differ. */
function freeColour(tx: Tx): string {
  const used = new Map(
    tx.db
      .all<{ color: string; n: number }>('SELECT color, COUNT(*) AS n FROM quirks GROUP BY color')
      .map((row) => [row.color, row.n]),
  )
  const [first, ...rest] = PALETTE.map((entry) => entry.hex)
  return rest.reduce((best, hex) => ((used.get(hex) ?? 0) < (used.get(best) ?? 0) ? hex : best), first as string)
}

export const updateQuirk: Handler<'updateQuirk'> = (
  tx,
  { quirkId, title, description, color, parentQuirkId, ...rest },
) => {
  const quirk = tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  if (parentQuirkId !== undefined) mayNest(tx, quirk, parentQuirkId)
  tx.update('quirks', quirkId, {
    ...(title !== undefined && { title: cleanLine(title) }),
    ...(description !== undefined && { description: canonicalText(description) }),
    ...(color !== undefined && { color: colourGiven(color) }),
    ...(parentQuirkId !== undefined && { parentQuirkId }),
    // What leaves its parent without being dragged anywhere finds a place of its own.
    ...(leaves(quirk, parentQuirkId) && (parentQuirkId === none ? placeFor(tx) : nowhere)),
  })
  setRest(tx, quirkId, rest)
}

export const moveQuirk: Handler<'moveQuirk'> = (tx, { quirkId, x, y, parentQuirkId }) => {
  const quirk = tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  if (parentQuirkId !== undefined) mayNest(tx, quirk, parentQuirkId)
  tx.update('quirks', quirkId, {
    ...(leaves(quirk, parentQuirkId) && parentQuirkId !== none && nowhere),
    ...(x !== undefined && { x: Math.round(x) }),
    ...(y !== undefined && { y: Math.round(y) }),
    ...(parentQuirkId !== undefined && { parentQuirkId }),
  })
}

export const tidyCanvas: Handler<'tidyCanvas'> = (tx, { places, nested }) => {
  const known = howPlaced(tx.db)
  if (nested && known !== 'all') forgetNested(tx)
  for (const { quirkId, x, y } of [...places, ...(nested ?? [])])
    if (tx.db.one('SELECT 1 FROM quirks WHERE id = ?', [quirkId]))
      tx.update('quirks', quirkId, { x: Math.round(x), y: Math.round(y) })
  const placed: Placed = nested || known === 'all' ? 'all' : 'true'
  if (placed !== known) setPreference(tx, { key: placedKey, value: placed })
}

/** What this copy says of where its quirks are stored. */
export function howPlaced(db: Pick<Db, 'one'>): Placed {
  const stored = db.one<Preference>('SELECT key, value FROM preferences WHERE key = ?', [placedKey])
  return placedIn(new Map(stored && [[placedKey, stored]]))
}

/** Until now what was stored of quirks inside others was of no canvas. */
function forgetNested(tx: Tx): void {
  const sql = 'SELECT id FROM quirks WHERE parentQuirkId <> ? AND (x <> 0 OR y <> 0)'
  for (const { id } of tx.db.all<{ id: number }>(sql, [none])) tx.update('quirks', id, nowhere)
}

const leaves = (quirk: Quirk, parentQuirkId: number | undefined): boolean =>
  parentQuirkId !== undefined && parentQuirkId !== quirk.parentQuirkId

function mayNest(tx: Tx, quirk: Quirk, parentQuirkId: number): void {
  if (parentQuirkId === none || parentQuirkId === quirk.parentQuirkId) return
  tx.need('quirks', parentQuirkId, { kind: 'quirkNotFound' })
  refuseNesting(tx, quirk.id, parentQuirkId)
}

function refuseNesting(tx: Tx, child: number, parent: number): void {
  const rows = tx.db.all<{ id: number; parent: number }>('SELECT id, parentQuirkId AS parent FROM quirks')
  const kind = nestingProblem(new Map(rows.map((row) => [row.id, row.parent])), child, parent)
  if (kind) refuse({ kind })
}

/** With its children, their highlights and group links. */
export const removeQuirk: Handler<'removeQuirk'> = (tx, { quirkId }) => {
  tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  tx.remove('quirks', [quirkId])
}

/** Children and highlights of the source come to the target, authors kept; a target below the source first takes its place. */
export const mergeQuirks: Handler<'mergeQuirks'> = (tx, { sourceQuirkId, targetQuirkId }) => {
  if (sourceQuirkId === targetQuirkId) refuse({ kind: 'mergeIntoItself' })
  for (const quirkId of [sourceQuirkId, targetQuirkId]) tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  mergeHighlights(tx, sourceQuirkId, targetQuirkId)
  tx.change([{ op: 'remove', table: 'quirks', id: sourceQuirkId, into: targetQuirkId }])
}

/** An empty key takes the quirk's key away; a key is one quirk's alone. */
export const setShortcutKey: Handler<'setShortcutKey'> = (tx, { quirkId, shortcutKey }) => {
  tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  const key = cleanLine(shortcutKey)
  if (key === '') {
    tx.db.run('DELETE FROM quirk_shortcut_keys WHERE quirkId = ?', [quirkId])
    return
  }
  if (tx.db.one('SELECT 1 FROM quirk_shortcut_keys WHERE shortcutKey = ? AND quirkId <> ?', [key, quirkId]))
    refuse({ kind: 'shortcutKeyTaken', key })
  tx.insert('quirk_shortcut_keys', { quirkId, shortcutKey: key })
}

export const createQuirkForPassage: Handler<'createQuirkForPassage'> = (tx, args) => {
  const quirkId = createQuirk(tx, args)
  const { sourceId, questionId, start, length } = args
  return { quirkId, highlightId: createHighlight(tx, { sourceId, questionId, quirkId, start, length }) }
}
