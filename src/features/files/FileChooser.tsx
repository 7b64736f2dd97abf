import { useState } from 'react'
import { can } from '../../data/server/serverFacts.ts'
import type { DialogMode } from '../../model/contract/shapes.ts'
import type { Problem } from '../../model/problems.ts'
import { FileBrowser } from './FileBrowser.tsx'
import { SystemDialog } from './SystemDialog.tsx'

export interface FileChooserProps {
  /** What is looked for: a project to open, a folder, or a folder and a name to save under. */
  mode: DialogMode
  title: string
  onClose: () => void
  /**
   * With the path of the project, the folder, or the new file; `replace`: the person has agreed to replace a file of that name. What comes back
   * is said in the dialog, which then stays.
   */
  onChoose: (path: string, replace: boolean) => Promise<Problem | null> | Problem | null
  /** The folder shown at first; else the person's own. */
  start?: string | undefined
  /** Proposed for a file to be saved. */
  name?: string
}

/** One that could not be shown is not asked for again. */
let isShown = true

/** A path on the machine on which the server runs: by the dialog of its system where it has one, else by ours. */
export function FileChooser(props: FileChooserProps) {
  const [own, setOwn] = useState(!(isShown && can('fileDialogs')))
  if (own) return <FileBrowser {...props} />
  return (
    <SystemDialog
      {...props}
      onOwn={(wasShown) => {
        isShown &&= wasShown
        setOwn(true)
      }}
    />
  )
}
