/** Groups of quirks as sets. */
import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import type { Guids } from './guid.ts'
import { attribute, element } from './xml.ts'

/** `target`: what the schema calls the attribute that names a member, `targetGUID` in a project and `guid` in a codebook. */
export function groupSets(
  { groups, groupQuirks, quirks }: Pick<ProjectFrame, 'groups' | 'groupQuirks' | 'quirks'>,
  guids: Guids,
  target: 'targetGUID' | 'guid',
): string[] {
  const there = new Set(quirks.map(({ id }) => id))
  const members = Map.groupBy(
    groupQuirks.filter(({ quirkId }) => there.has(quirkId)),
    ({ groupId }) => groupId,
  )
  return groups.map(({ id, description }) =>
    element(
      'Set',
      attribute('guid', guids.of('group', id)) + attribute('name', description),
      (members.get(id) ?? [])
        .map(({ quirkId }) => element('MemberCode', attribute(target, guids.of('quirk', quirkId))))
        .join(''),
    ),
  )
}
