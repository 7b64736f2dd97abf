import { useRef, useState } from 'react'
import { useLanguage, useT } from '../../i18n/useT.ts'
import { type OcrLanguage, ocrLanguages } from '../../model/ocrLanguages.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { ScanIcon } from '../../ui/icons.ts'

/** A file, and in which language its pages are written. */
export interface Scan {
  file: File
  language: OcrLanguage
}

interface ScanDialogProps {
  open: boolean
  /** Chosen already; null: none. */
  given: File | null
  /** Null: nothing is imported. */
  onAnswer: (scan: Scan | null) => void
}

/** Which scanned PDF is to be read. Mount it anew each time. */
export function ScanDialog({ open, given, onAnswer }: ScanDialogProps) {
  const t = useT()
  const spoken = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState(given)
  const [language, setLanguage] = useState<OcrLanguage>(ocrLanguages[spoken])
  const nameOf = new Intl.DisplayNames([spoken], { type: 'language' })
  return (
    <Modal
      open={open}
      onClose={() => onAnswer(null)}
      size="small"
      title={t('ocr.title')}
      description={t('ocr.text')}
      onSubmit={() => file && onAnswer({ file, language })}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" disabled={file === null}>
            {t('import.start')}
          </Button>
        </>
      }
    >
      <div className="import-scan">
        <Button icon={ScanIcon} onClick={() => input.current?.click()}>
          {t('ocr.choose')}
        </Button>
        <output>{file?.name ?? t('ocr.noFile')}</output>
        <input
          ref={input}
          type="file"
          hidden
          accept=".pdf"
          aria-label={t('ocr.choose')}
          onChange={(event) => setFile(event.target.files?.[0] ?? file)}
        />
      </div>
      <Select
        label={t('ocr.language')}
        options={Object.entries(ocrLanguages).map(([tag, value]) => ({ value, label: nameOf.of(tag) ?? tag }))}
        value={language}
        onChange={setLanguage}
      />
    </Modal>
  )
}
