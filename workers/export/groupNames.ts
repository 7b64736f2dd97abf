import type { ProjectFrame } from '../../src/model/projectReader.ts'

/** The names of the groups that each quirk is in, by quirk, joined by commas. */
export function groupNames({ groups, groupQuirks }: ProjectFrame): Map<number, string> {
  const names = new Map(groups.map(({ id, description }) => [id, description]))
  const found = new Map<number, string>()
  for (const { groupId, quirkId } of groupQuirks) {
    const name = names.get(groupId)
    if (name === undefined) continue
    const before = found.get(quirkId)
    found.set(quirkId, before === undefined ? name : `${before}, ${name}`)
  }
  return found
}
