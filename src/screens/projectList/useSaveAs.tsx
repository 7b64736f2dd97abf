import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { Handlers } from '../workspace/actions/doable.ts'
import { useProjectActions } from './useProjectActions.tsx'
import { useSharedProjects } from './useSharedProjects.tsx'

const nothing = (): void => {}

/** 2 §2: the open project under another name, which on one's own machine is a place for a file. `actions`: all that is done with it as such. */
export function useSaveAs(): { entry: MenuEntry; actions: Handlers; dialogs: ReactNode } {
  const t = useT()
  const project = useProject()
  const { name } = useSnapshot(project.state)
  const files = useProjectActions(nothing)
  const shared = useSharedProjects([], nothing)
  const { saveAs, dialogs } = can('localFiles') ? files : shared
  const entry = { project_uuid: project.uuid, name, modified: null }
  const save = () => saveAs(entry)
  return {
    entry: { ...faceOf(t, 'saveAs'), onSelect: save },
    actions: {
      saveAs: { run: save },
      backupTo: { run: () => files.backupTo(entry) },
      openFile: { run: files.openFile },
    },
    dialogs,
  }
}
