import { useEffect, useRef, useState } from 'react'
import { type ExportOptions, exportFile } from '../../data/files/exporter.ts'
import { saveOfProject } from '../../data/files/saveOfProject.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import type { Settings } from '../../model/rules/projects/settings.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { pictureOptions } from './pictureOptions.ts'

const stages = ['canvas', 'arranged', 'trees'] as const
type Stage = (typeof stages)[number]
type Kind = ExportOptions['pictures']['as']

interface PicturesDialogProps {
  settings: Settings
  onClose: () => void
}

/** Which pictures, and as what; then how far they are. One picture alone comes as it is, several in an archive. */
export function PicturesDialog({ settings, onClose }: PicturesDialogProps) {
  const t = useT()
  const project = useProject()
  const quirks = useRows('quirks', {})
  const [wanted, setWanted] = useState<Readonly<Record<Stage, boolean>>>({ canvas: true, arranged: true, trees: true })
  const [as, setAs] = useState<Kind>('png')
  const [share, setShare] = useState<number | null>(null)
  const [isMaking, setMaking] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const parents = new Set([...(quirks?.values() ?? [])].map(({ parentQuirkId }) => parentQuirkId))
  const trees = [...(quirks?.keys() ?? [])].filter((id) => parents.has(Number(id))).length
  const labels = {
    canvas: t('pictures.canvas'),
    arranged: t('pictures.arranged'),
    trees: t('pictures.trees', { n: trees }),
  }
  const offered = stages.filter((stage) => stage !== 'trees' || trees > 0)
  const chosen = offered.filter((stage) => wanted[stage])

  const make = async (signal: AbortSignal): Promise<Result<File> | null> => {
    const options = await pictureOptions(t, project, settings)
    const isOne = chosen.length === 1 && chosen[0] === 'canvas'
    if (isOne) return exportFile(project, as === 'png' ? 'canvasPng' : 'canvasSvg', options, setShare, signal)
    const head = [t('pictures.file'), t('pictures.shows')] as const
    return exportFile(project, 'pictures', { ...options, as, stages: chosen, head }, setShare, signal)
  }
  const save = async () => {
    const own = new AbortController()
    stop.current = own
    setShare(null)
    setMaking(true)
    try {
      const made = await make(own.signal)
      if (made === null) return
      if (isProblem(made)) return showProblem(made.problem)
      saveOfProject(project, made.ok, made.ok.name, 'pictures')
      toast.show({ kind: 'success', message: t('pictures.saved') })
      onClose()
    } catch (error) {
      if (own.signal.aborted) return
      const failed: Problem = { kind: 'exportFailed', detail: error instanceof Error ? error.message : String(error) }
      showProblem(failed)
    } finally {
      stop.current = null
      setMaking(false)
    }
  }
  return (
    <Modal
      open
      locked={isMaking}
      onClose={onClose}
      title={t('pictures.title')}
      description={t('pictures.asShown')}
      {...(!isMaking && { onSubmit: () => void save() })}
      footer={
        isMaking ? (
          <Button onClick={() => stop.current?.abort()}>{t('ui.cancel')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <Button type="submit" kind="primary" disabled={chosen.length === 0}>
              {t('pictures.download')}
            </Button>
          </>
        )
      }
    >
      {isMaking ? (
        <ProgressBar label={t('pictures.making')} share={share} />
      ) : (
        <div className="report-choice">
          <fieldset className="report-pictures">
            <legend>{t('pictures.which')}</legend>
            {offered.map((stage) => (
              <Checkbox
                key={stage}
                label={labels[stage]}
                checked={wanted[stage]}
                onChange={(checked) => setWanted({ ...wanted, [stage]: checked })}
              />
            ))}
          </fieldset>
          <Select
            label={t('pictures.format')}
            options={[
              { value: 'png', label: t('pictures.png') },
              { value: 'svg', label: t('pictures.svg') },
            ]}
            value={as}
            onChange={setAs}
          />
          <p className="report-note">{t('pictures.archive')}</p>
        </div>
      )}
    </Modal>
  )
}
