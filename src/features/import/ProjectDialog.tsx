import type { ImportedProject } from '../../data/files/importer.ts'
import { formatList } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { countTexts } from './countTexts.ts'
import { noteText } from './noteText.ts'

interface ProjectDialogProps {
  open: boolean
  file: string
  project: Pick<ImportedProject, 'counts' | 'notes'>
  onAnswer: (agreed: boolean) => void
}

/** Another program's project or codebook, before it is added to the open one. */
export function ProjectDialog({ open, file, project: { counts, notes }, onAnswer }: ProjectDialogProps) {
  const t = useT()
  const holds = countTexts(t, counts)
  return (
    <Modal
      open={open}
      onClose={() => onAnswer(false)}
      title={t('import.project.title', { file })}
      description={t(counts.sources > 0 ? 'import.project.text' : 'import.project.codebook')}
      onSubmit={() => onAnswer(true)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('import.leaveOut')}</Button>
          <Button type="submit" kind="primary">
            {t('import.start')}
          </Button>
        </>
      }
    >
      <p className="import-holds">{holds.length > 0 ? formatList(holds) : t('import.project.empty')}</p>
      {notes.length > 0 && (
        <ul className="import-notes">
          {notes
            .map((note) => noteText(t, note))
            .map((text) => (
              <li key={text}>{text}</li>
            ))}
        </ul>
      )}
    </Modal>
  )
}
