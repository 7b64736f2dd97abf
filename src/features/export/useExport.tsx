import { type ReactNode, useEffect, useRef } from 'react'
import { exportFile } from '../../data/files/exporter.ts'
import { saveOfProject } from '../../data/files/saveOfProject.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isLacking } from '../../model/exportWords.ts'
import { isProblem, ok, type Problem, type Result } from '../../model/problems.ts'
import { FloatingProgress } from '../../ui/feedback/FloatingProgress.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSlot } from '../../ui/useSlot.tsx'
import type { ExportKind } from './exportKinds.ts'
import { exportName } from './exportName.ts'
import { exportOptions } from './exportOptions.ts'

export interface Exporting {
  /** Writes the project and gives the file to the browser's downloads; does nothing while another is being written. */
  run: (kind: ExportKind) => void
  /** While a file is written: how far it is, and a way to stop. To be put into the flow of the screen. */
  progress: ReactNode
}

interface Written {
  name: string
  /** Recordings without the sound that the project has. */
  unheard: number
}

/** What a file cannot carry is longer to read than that it is there; in ms. */
const lackTimeout = 10_000

const isWord = (kind: ExportKind): boolean => kind === 'docx' || kind === 'docxEach'

/** The project as a file. */
export function useExport(): Exporting {
  const t = useT()
  const project = useProject()
  const progress = useSlot()
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  /** `share` null: nobody knows. */
  const show = (kind: ExportKind, share: number | null) => {
    const label = t('export.writing', { what: exportName(t, kind) })
    progress.put(<FloatingProgress label={label} share={share} onCancel={() => stop.current?.abort()} />)
  }
  /** Null: it was stopped. */
  const write = async (kind: ExportKind, signal: AbortSignal): Promise<Result<Written> | null> => {
    const unheard = new Set<string>()
    const onProgress = (share: number) => void (stop.current && show(kind, share))
    const written = await exportFile(project, kind, exportOptions(t)[kind], onProgress, signal, (hash) =>
      unheard.add(hash),
    )
    if (written === null || isProblem(written)) return written
    saveOfProject(project, written.ok, written.ok.name, kind)
    return ok({ name: written.ok.name, unheard: unheard.size })
  }
  /** 2 §8: a Word document that cannot be made has a message of its own. */
  const failed = (kind: ExportKind, found: Problem) => {
    if (isWord(kind)) toast.show({ kind: 'error', message: t('report.unableToGenerateDOCX') })
    showProblem(found)
  }
  const tell = (kind: ExportKind, { name, unheard }: Written) => {
    const message = isWord(kind) ? t('report.DOCXGenerated') : t('export.done', { name })
    // It has to be made again, and stays until it is read.
    if (unheard > 0) toast.show({ kind: 'warning', message, note: t('export.unheard', { n: unheard }), timeout: 0 })
    else
      toast.show({
        kind: 'success',
        message,
        ...(isLacking(kind) && { note: t(`export.lacks.${kind}`), timeout: lackTimeout }),
      })
  }
  const run = async (kind: ExportKind) => {
    if (stop.current) return
    const own = new AbortController()
    stop.current = own
    show(kind, null)
    try {
      const written = await write(kind, own.signal)
      if (written === null) return
      if (isProblem(written)) failed(kind, written.problem)
      else tell(kind, written.ok)
    } catch (error) {
      failed(kind, { kind: 'exportFailed', detail: error instanceof Error ? error.message : String(error) })
    } finally {
      stop.current = null
      progress.put(null)
    }
  }
  return {
    run: (kind) => void run(kind),
    progress: progress.place,
  }
}
