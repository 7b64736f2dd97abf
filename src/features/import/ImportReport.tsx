import { useEffect, useState } from 'react'
import type { FileReport, ImportNote } from '../../data/importer.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorIcon, InfoIcon, SuccessIcon } from '../../ui/icons.ts'
import { Modal } from '../../ui/Modal.tsx'

interface ImportReportProps {
  /** `imported`: how many, in words. */
  report: { files: readonly FileReport[]; imported: string } | null
  onClose: () => void
}

/** What became of each file, where there is something to know about one of them. */
export function ImportReport({ report, onClose }: ImportReportProps) {
  const t = useT()
  // What was reported stays in the dialog while it closes.
  const [shown, setShown] = useState(report)
  useEffect(() => {
    if (report) setShown(report)
  }, [report])
  if (!shown) return null
  return (
    <Modal
      open={report !== null}
      onClose={onClose}
      title={shown.imported}
      description={t('import.report')}
      onSubmit={onClose}
      footer={
        <Button type="submit" kind="primary">
          {t('ui.close')}
        </Button>
      }
    >
      <ul className="import-files">
        {shown.files.map((report, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never moves
          <OneFile key={number} report={report} />
        ))}
      </ul>
    </Modal>
  )
}

function OneFile({ report: { file, result } }: { report: FileReport }) {
  const t = useT()
  const failed = isProblem(result)
  const lines = failed ? [problemText(result.problem)] : result.ok.notes.map((note) => noteText(t, note))
  const state = failed ? 'failed' : lines.length > 0 ? 'noted' : 'done'
  const Mark = { failed: ErrorIcon, noted: InfoIcon, done: SuccessIcon }[state]
  return (
    <li className="import-file" data-state={state}>
      <Mark aria-hidden />
      <div>
        <p className="import-name">{file}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </li>
  )
}

const noteText = (t: Translate, { kind, ...values }: ImportNote): string => t(`import.note.${kind}`, values)
