import { useSnapshot } from 'valtio'
import { useProject, useValue } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { editorOf, showAllGroups } from '../../state/editor.ts'
import { FilterNoteBar } from './FilterNoteBar.tsx'

/** Over a view while the groups filter leaves quirks out: nobody should take what is shown for everything. */
export function FilterNote() {
  const project = useProject()
  const editor = editorOf(project.uuid)
  const shown = useShownQuirks(useSnapshot(editor).uncheckedGroups)
  const totals = useValue('totals', {})
  if (!shown || !totals) return null
  return <FilterNoteBar shown={shown.size} all={totals.quirks} onShowAll={() => showAllGroups(editor)} />
}
