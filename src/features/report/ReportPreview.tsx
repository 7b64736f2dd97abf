import { useEffect, useRef } from 'react'
import { type ZipEntries, zipEntries } from '../../data/files/zipEntries.ts'
import { useT } from '../../i18n/useT.ts'
import { isPreviewAsk, isPreviewEscape, type PreviewAnswer } from '../../model/reportPreview.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'

interface ReportPreviewProps {
  /** The archive that would be saved. */
  report: File
  onClose: () => void
  onDownload: () => void
  onWord: () => void
}

const types: Readonly<Record<string, string>> = { svg: 'image/svg+xml' }

/** The report in a frame without an origin of its own: it asks for its files, and is given them out of the archive. */
export function ReportPreview({ report, onClose, onDownload, onWord }: ReportPreviewProps) {
  const t = useT()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    let opened: Promise<ZipEntries> | undefined
    const answer = async ({ source, data }: MessageEvent<unknown>) => {
      if (!source || source !== frame.current?.contentWindow || !isPreviewAsk(data)) return
      opened ??= zipEntries(report)
      const found = await (await opened)(data.ask)
      const type = types[data.ask.split('.').at(-1) ?? '']
      const told: PreviewAnswer<Blob> = { name: data.ask, file: found && type ? new Blob([found], { type }) : found }
      frame.current?.contentWindow?.postMessage(told, '*')
    }
    const hear = (event: MessageEvent<unknown>) => void answer(event)
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [report])
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source && source === frame.current?.contentWindow && isPreviewEscape(data)) onClose()
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onClose])
  return (
    <Modal
      open
      onClose={onClose}
      size="large"
      title={t('report.title')}
      footer={
        <>
          <Button onClick={onWord}>{t('report.word')}</Button>
          <Button kind="primary" onClick={onDownload}>
            {t('report.download')}
          </Button>
        </>
      }
    >
      <iframe
        ref={frame}
        className="report-frame"
        title={t('report.title')}
        src="report"
        sandbox="allow-scripts allow-modals"
      />
    </Modal>
  )
}
