import { useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { MergeFields } from './MergeFields.tsx'
import { useQuirkItems } from './useQuirkItems.ts'

export interface MergeQuirksDialogProps {
  open: boolean
  /** The quirk that is merged into another one. */
  quirkId: number
  recent?: readonly number[] | undefined
  /** With the target when it was done, null when the dialog was left. */
  onClose: (targetId: number | null) => void
}

/** Quirk merge (specification 2 §5): a target is required, never the quirk itself; what will happen stands there before it does. */
export function MergeQuirksDialog({ open, quirkId, recent, onClose }: MergeQuirksDialogProps) {
  const t = useT()
  const project = useProject()
  const items = useQuirkItems()
  const [target, setTarget] = useState<number | null>(null)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const source = items?.find(({ id }) => id === quirkId)
  // A colleague may remove the target while it is looked at.
  const chosen = items?.find(({ id }) => id === target)

  const merge = async () => {
    if (!chosen || !source) return setMissing(true)
    setBusy(true)
    const done = await project.run('mergeQuirks', { sourceQuirkId: quirkId, targetQuirkId: chosen.id })
    setBusy(false)
    if (isProblem(done)) {
      showProblem(done.problem)
      return
    }
    toast.show({
      id: 'step',
      kind: 'success',
      message: t('quirk.merged', { title: source.title, target: chosen.title }),
    })
    onClose(chosen.id)
  }

  return (
    <Modal
      open={open && items !== undefined}
      onClose={() => onClose(null)}
      title={t('quirk.mergeTitle', { title: source?.title ?? '' })}
      onSubmit={() => void merge()}
      locked={busy}
      footer={
        <>
          <Button disabled={busy} onClick={() => onClose(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t('quirk.mergeDo')}
          </Button>
        </>
      }
    >
      {items && source && (
        <MergeFields
          items={items}
          source={source}
          target={chosen}
          recent={recent}
          missing={missing && !chosen}
          onTarget={(quirk) => {
            setTarget(quirk)
            setMissing(false)
          }}
        />
      )}
      {items && !source && !busy && <p>{t('problem.quirkNotFound')}</p>}
    </Modal>
  )
}
