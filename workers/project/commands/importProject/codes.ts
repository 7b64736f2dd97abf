/** Quirks by their path, and groups by their name: what the project has already stays as it is. */
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import { none, type Quirk } from '../../../../src/model/schema.ts'
import type { Tx } from '../../tx.ts'
import type { Ids } from './importProject.ts'

/** `added`: the ids of new quirks. */
export function addCodes(tx: Tx, rows: ProjectRows): { ids: Ids; added: ReadonlySet<number>; groups: number } {
  const { ids, added } = addQuirks(tx, rows.quirks ?? [])
  addShortcutKeys(tx, rows, ids)
  return { ids, added, groups: addGroups(tx, rows, ids) }
}

const placeOf = (parentQuirkId: number, title: string) => `${parentQuirkId} ${title}`

/** Parents first: a quirk is known by its title and by where it lies. Of two alike in the project the older is meant; two alike in the file stay two. */
function addQuirks(tx: Tx, quirks: readonly Quirk[]): { ids: Ids; added: ReadonlySet<number> } {
  const there = new Map<string, number>()
  for (const { id, parentQuirkId, title } of tx.db.all<Quirk>('SELECT * FROM quirks ORDER BY id DESC'))
    there.set(placeOf(parentQuirkId, title), id)
  const ids = new Map<number, number>()
  const taken = new Set<number>()
  const added = new Set<number>()
  const all = new Set(quirks.map(({ id }) => id))
  const under = Map.groupBy(quirks, ({ parentQuirkId }) => (all.has(parentQuirkId) ? parentQuirkId : none))
  const add = (parent: number) => {
    for (const quirk of under.get(parent) ?? []) {
      const parentQuirkId = ids.get(parent) ?? none
      const same = there.get(placeOf(parentQuirkId, quirk.title))
      if (same !== undefined && !taken.has(same)) {
        taken.add(same)
        ids.set(quirk.id, same)
      } else {
        const id = tx.newId()
        tx.insert('quirks', { ...quirk, id, parentQuirkId })
        ids.set(quirk.id, id)
        added.add(id)
      }
      add(quirk.id)
    }
  }
  add(none)
  return { ids, added }
}

/** A key that opens another quirk already stays that one's. */
function addShortcutKeys(tx: Tx, rows: ProjectRows, quirks: Ids): void {
  for (const { quirkId, shortcutKey } of rows.quirk_shortcut_keys ?? []) {
    const id = quirks.get(quirkId)
    const isTaken = tx.db.one('SELECT 1 FROM quirk_shortcut_keys WHERE shortcutKey = ? OR quirkId = ?', [
      shortcutKey,
      id ?? none,
    ])
    if (id !== undefined && !isTaken) tx.insert('quirk_shortcut_keys', { quirkId: id, shortcutKey })
  }
}

function addGroups(tx: Tx, rows: ProjectRows, quirks: Ids): number {
  let added = 0
  const ids = new Map<number, number>()
  for (const { id: theirs, description } of rows.groups ?? []) {
    const same = tx.db.one<{ id: number }>('SELECT id FROM groups WHERE description = ?', [description])
    const id = same?.id ?? tx.newId()
    if (!same) {
      tx.insert('groups', { id, description })
      added += 1
    }
    ids.set(theirs, id)
  }
  for (const member of rows.group_quirks ?? []) {
    const groupId = ids.get(member.groupId)
    const quirkId = quirks.get(member.quirkId)
    if (groupId === undefined || quirkId === undefined) continue
    if (!tx.db.one('SELECT 1 FROM group_quirks WHERE groupId = ? AND quirkId = ?', [groupId, quirkId]))
      tx.insert('group_quirks', { id: tx.newId(), groupId, quirkId })
  }
  return added
}
