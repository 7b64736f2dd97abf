import type { Text } from '@codemirror/state'
import { useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { runTakeable } from '../../../data/copies/runTakeable.ts'
import { useProject } from '../../../data/live/useLive.ts'
import { formatNumber } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem } from '../../../model/problems.ts'
import { isSpeakerName, turnsIn } from '../../../model/rules/analysis/speakerLabels.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { ProgressBar, type ProgressBarProps } from '../../../ui/feedback/ProgressBar.tsx'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useDelayed } from '../../../ui/feedback/useDelayed.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

interface RenameSpeakerProps {
  place: { sourceId: number; questionId: number }
  /** The text that is shown. */
  doc: Text
  onClose: () => void
}

/** Who speaks in a text is called otherwise from now on, here or in all texts, in one step. */
export function RenameSpeaker({ place, doc, onClose }: RenameSpeakerProps) {
  const t = useT()
  const project = useProject()
  const turns = useMemo(() => turnsIn(doc.toString()), [doc])
  const [first = ''] = turns.keys()
  const [chosen, choose] = useState(first)
  const [typed, setTyped] = useState<string | null>(null)
  const [isEverywhere, setEverywhere] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const { share } = useSnapshot(project.longStep)
  const stop = project.stopLongStep
  const name = (typed ?? chosen).trim().replace(/\s+/g, ' ')
  const rename = async () => {
    if (busy) return
    if (name === chosen) return onClose()
    setWrong(!isSpeakerName(name))
    if (!isSpeakerName(name)) return
    setBusy(true)
    const args = { from: chosen, to: name, ...(!isEverywhere && { place }) }
    const done = await runTakeable(project, 'renameSpeaker', args)
    setBusy(false)
    // Whoever has stopped it knows that nothing was renamed: the dialog stands as it was.
    if (isProblem(done)) return done.problem.kind === 'stepStopped' ? undefined : showProblem(done.problem)
    onClose()
    const undo = async () => {
      const undone = await done.ok()
      if (isProblem(undone)) showProblem(undone.problem)
    }
    toast.show({
      id: 'step',
      kind: 'success',
      message: t('speakers.done', { from: chosen, to: name }),
      action: { label: t('ui.undo'), onClick: () => void undo() },
    })
  }
  return (
    <Modal
      open
      title={t('speakers.title')}
      description={turns.size === 0 ? t('speakers.none') : t('speakers.text')}
      locked={busy}
      onClose={onClose}
      onSubmit={() => void rename()}
      footer={
        <>
          <Button onClick={busy ? () => stop?.() : onClose} disabled={busy && !(stop && share !== null)}>
            {t(turns.size === 0 ? 'ui.close' : 'ui.cancel')}
          </Button>
          {turns.size > 0 && (
            <Button type="submit" kind="primary" busy={busy}>
              {t('speakers.submit')}
            </Button>
          )}
        </>
      }
    >
      {turns.size > 0 && (
        <>
          <Select
            label={t('query.saidBy')}
            options={Array.from(turns, ([one, count]) => ({ value: one, label: `${one} (${formatNumber(count)})` }))}
            value={chosen}
            onChange={(next) => {
              choose(next)
              setTyped(null)
              setWrong(false)
            }}
          />
          <TextField
            label={t('speakers.name')}
            value={typed ?? chosen}
            maxLength={90}
            onChange={(next) => {
              setTyped(next)
              setWrong(false)
            }}
            error={isWrong ? t('speakers.bad') : undefined}
          />
          <Checkbox label={t('speakers.everywhere')} checked={isEverywhere} onChange={setEverywhere} />
          {busy && share !== null && <Renaming label={t('speakers.renaming', { name: chosen })} share={share} />}
        </>
      )}
    </Modal>
  )
}

/** In a few texts it is done before anybody could read how far it is. */
const Renaming = (progress: ProgressBarProps) => useDelayed() && <ProgressBar {...progress} />
