import type { ReactNode } from 'react'
import { facts } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyIcon } from '../../ui/icons.ts'
import { bibtexOf, citation } from './citation.ts'

interface CiteDialogProps {
  /** What else there is to take, of an open project. */
  children?: ReactNode
  onClose: () => void
}

/** How a work that used Thicket names it. */
export function CiteDialog({ children, onClose }: CiteDialogProps) {
  const t = useT()
  const { version, source } = facts()
  const { authors, title, year } = citation
  // A Thicket that gives out its source itself names it by a path, which is no address for readers.
  const url = URL.canParse(source) ? source : ''
  return (
    <Modal open onClose={onClose} title={t('cite.title')} description={t('cite.text')}>
      <div className="cite">
        <Taken title={t('cite.reference')} text={t('cite.referenceText', { authors, year, title, version, url })} />
        <Taken title="BibTeX" text={bibtexOf({ version, url })} isCode />
        {children}
      </div>
    </Modal>
  )
}

interface TakenProps {
  title: string
  text: string
  isCode?: boolean
}

/** A text with a button that copies it. */
export function Taken({ title, text, isCode = false }: TakenProps) {
  const t = useT()
  const words = text.trim()
  return (
    <section className="cite-part" aria-label={title}>
      <h3>{title}</h3>
      {isCode ? <pre>{words}</pre> : <p>{words}</p>}
      <Button icon={CopyIcon} onClick={() => void copyText(t, words)}>
        {t('cite.copy', { title })}
      </Button>
    </section>
  )
}
