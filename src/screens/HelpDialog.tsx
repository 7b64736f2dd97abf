import { Suspense } from 'react'
import { lazyPart } from '../ui/lazyPart.ts'

const AboutDialog = lazyPart(async () => (await import('./AboutDialog.tsx')).AboutDialog)
const CiteDialog = lazyPart(async () => (await import('../features/cite/CiteDialog.tsx')).CiteDialog)
const ProjectCiteDialog = lazyPart(
  async () => (await import('../features/cite/ProjectCiteDialog.tsx')).ProjectCiteDialog,
)

/** What the menu of help opens over the page. */
export type HelpDialogName = 'about' | 'cite'

interface HelpDialogProps {
  /** null: none. */
  shown: HelpDialogName | null
  /** A project is open around it. */
  inProject: boolean
  onClose: () => void
}

export function HelpDialog({ shown, inProject, onClose }: HelpDialogProps) {
  const Cite = inProject ? ProjectCiteDialog : CiteDialog
  return (
    <Suspense>
      {shown === 'about' && <AboutDialog onClose={onClose} />}
      {shown === 'cite' && <Cite onClose={onClose} />}
    </Suspense>
  )
}
