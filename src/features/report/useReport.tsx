import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { saveOfProject } from '../../data/files/saveOfProject.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useSettings } from '../../data/live/useSettings.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { device } from '../../state/device.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useSlot } from '../../ui/useSlot.tsx'
import type { ReportKind } from './reportEntries.ts'

const PicturesDialog = lazyPart(async () => (await import('./PicturesDialog.tsx')).PicturesDialog)
const ReportPreview = lazyPart(async () => (await import('./ReportPreview.tsx')).ReportPreview)

export interface Reporting {
  run: (kind: ReportKind) => void
  dialogs: ReactNode
}

/** Reports and pictures of the project: made in a worker, with a dialog that says how far it is and lets it be stopped. */
export function useReport(): Reporting {
  const t = useT()
  const project = useProject()
  const settings = useSettings(useSnapshot(device).settings)
  const making = useSlot()
  const [preview, setPreview] = useState<File | null>(null)
  const [picturing, setPicturing] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  /** `share` null: nobody knows. */
  const showMaking = (share: number | null) =>
    making.put(
      <Modal
        open
        locked
        onClose={() => {}}
        size="small"
        title={t('report.title')}
        footer={<Button onClick={() => stop.current?.abort()}>{t('ui.cancel')}</Button>}
      >
        <ProgressBar label={t('report.making')} share={share} />
      </Modal>,
    )
  const make = async (as: 'report' | 'reportDocx', signal: AbortSignal): Promise<Result<File> | null> => {
    const [{ exportFile }, { reportTemplate }, { reportOptions }] = await Promise.all([
      import('../../data/files/exporter.ts'),
      import('../../data/server/reportTemplate.ts'),
      import('./gatherReportOptions.ts'),
    ])
    const options = await reportOptions(t, project, settings, signal)
    if (isProblem(options)) return options
    const onProgress = (share: number) => void (stop.current && showMaking(share))
    if (as === 'reportDocx') return exportFile(project, as, options.ok, onProgress, signal)
    const template = await reportTemplate(signal)
    return exportFile(project, as, { ...options.ok, template }, onProgress, signal)
  }
  /** 2 §8: a Word document that cannot be made has a message of its own. */
  const failed = (as: 'report' | 'reportDocx', found: Problem) => {
    if (as === 'reportDocx') toast.show({ kind: 'error', message: t('report.unableToGenerateDOCX') })
    showProblem(found)
  }
  const begin = async (as: 'report' | 'reportDocx', done: (file: File) => void) => {
    if (stop.current) return
    const own = new AbortController()
    stop.current = own
    showMaking(null)
    try {
      const made = await make(as, own.signal)
      if (made === null) return
      if (isProblem(made)) failed(as, made.problem)
      else done(made.ok)
    } catch (error) {
      if (own.signal.aborted) return
      failed(as, { kind: 'exportFailed', detail: error instanceof Error ? error.message : String(error) })
    } finally {
      stop.current = null
      making.put(null)
    }
  }
  const save = (file: File) => {
    saveOfProject(project, file, file.name, 'report')
    toast.show({ kind: 'success', message: t('report.HTMLReportDownloaded') })
  }
  const saveWord = () =>
    begin('reportDocx', (file) => {
      saveOfProject(project, file, file.name, 'reportDocx')
      toast.show({ kind: 'success', message: t('report.DOCXGenerated') })
    })
  const run = (kind: ReportKind) => {
    if (kind === 'pictures') setPicturing(true)
    else if (kind === 'word') void saveWord()
    else void begin('report', kind === 'preview' ? setPreview : save)
  }
  return {
    run,
    dialogs: (
      <Suspense>
        {preview && (
          <ReportPreview
            report={preview}
            onClose={() => setPreview(null)}
            onDownload={() => save(preview)}
            onWord={() => void saveWord()}
          />
        )}
        {picturing && <PicturesDialog settings={settings} onClose={() => setPicturing(false)} />}
        {making.place}
      </Suspense>
    ),
  }
}
