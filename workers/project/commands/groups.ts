/** Groups of quirks; a quirk may be in several. */
import { refuse } from '../../../src/model/problems.ts'
import { cleanLine } from '../../../src/model/text/richText.ts'
import type { Handler, Tx } from '../tx.ts'

export const createGroup: Handler<'createGroup'> = (tx, args) => {
  const description = freeName(tx, args.description, 0)
  const id = tx.newId()
  tx.insert('groups', { id, description })
  return id
}

export const updateGroup: Handler<'updateGroup'> = (tx, { groupId, ...args }) => {
  tx.need('groups', groupId, { kind: 'groupNotFound' })
  tx.update('groups', groupId, { description: freeName(tx, args.description, groupId) })
}

/** A name of blanks would be none, and blanks around it make no other name; `own`: the group that may have it, 0: none. */
function freeName(tx: Tx, name: string, own: number): string {
  const description = cleanLine(name).trim()
  if (description === '') refuse({ kind: 'groupNameRequired' })
  if (tx.db.one('SELECT 1 FROM groups WHERE description = ? AND id <> ?', [description, own]))
    refuse({ kind: 'groupExists', name: description })
  return description
}

export const removeGroup: Handler<'removeGroup'> = (tx, { groupId }) => {
  tx.need('groups', groupId, { kind: 'groupNotFound' })
  tx.remove('groups', [groupId])
}

export const setGroup: Handler<'setGroup'> = (tx, { groupId, quirkId, member }) => {
  tx.need('groups', groupId, { kind: 'groupNotFound' })
  tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  const links = tx.db.all<{ id: number }>('SELECT id FROM group_quirks WHERE groupId = ? AND quirkId = ?', [
    groupId,
    quirkId,
  ])
  if (member && links.length === 0) tx.insert('group_quirks', { id: tx.newId(), groupId, quirkId })
  if (!member)
    tx.remove(
      'group_quirks',
      links.map((link) => link.id),
    )
}
