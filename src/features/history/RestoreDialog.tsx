import { useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { formatDate } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { RestorePreview } from '../../model/history.ts'
import { isProblem, ok, type Problem, type Result } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useScrolledByKey } from '../../ui/useScrolledByKey.ts'
import { type KeptMoment, stateOf } from './historyCalls.ts'
import type { Past } from './past.ts'
import { previewLines } from './stepWords.ts'
import { usePreview } from './usePreview.ts'

/** Says what going back will change; it is a step like any other then, which can be undone. */
export function RestoreDialog({ past, onClose }: { past: Past<KeptMoment>; onClose: () => void }) {
  const t = useT()
  const scrolled = useScrolledByKey()
  const project = useProject()
  const { uuid } = project
  const { moment, at, name } = past
  const { answer, problem, isNewer, isHeld, isStill } = usePreview(moment)
  const [failed, fail] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  /** null: what would change is not what was shown. */
  const goIfStill = async (seq: number): Promise<Result<number | null>> => {
    const still = await isStill()
    if (isProblem(still)) return still
    if (!still.ok) return ok(null)
    const state = await stateOf(uuid, moment)
    return isProblem(state) ? state : project.run('restoreState', { state: state.ok, seq })
  }
  const go = async () => {
    if (!answer) return
    setBusy(true)
    const done = await goIfStill(answer.seq)
    setBusy(false)
    if (isProblem(done)) return fail(done.problem)
    if (done.ok === null) return
    onClose()
    toast.show({
      kind: 'success',
      message: t('history.restored'),
      id: 'step',
      action: { label: t('ui.undo'), onClick: () => void project.undo() },
    })
  }
  const found = failed ?? problem
  const isSame = answer !== undefined && isNothing(answer)
  return (
    <Modal
      open
      locked={busy}
      title={name ? t('history.goBackTo', { name }) : t('history.goBackTitle', { date: formatDate(at) })}
      description={t('history.goBackText')}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" busy={busy} disabled={!answer || isSame} onClick={() => void go()}>
            {t('history.goBack')}
          </Button>
        </>
      }
    >
      <div ref={scrolled} className="history-preview" aria-live="polite">
        {found && <p>{problemText(found)}</p>}
        {!answer && !found && <Skeleton lines={3} />}
        {isHeld && <p role="alert">{t('history.lookAgain')}</p>}
        {isNewer && !isHeld && <p className="history-note">{t('history.newer')}</p>}
        {isSame && <p>{t('history.same')}</p>}
        {answer && <Preview preview={answer} />}
      </div>
    </Modal>
  )
}

const isNothing = ({ back, gone, changed }: RestorePreview): boolean =>
  [back, gone, changed].every((counts) => Object.keys(counts).length === 0)

function Preview({ preview }: { preview: RestorePreview }) {
  const t = useT()
  return (
    <>
      <ul className="history-parts">
        {previewLines(t, preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {preview.texts.map(({ title, changes, more }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two texts may have one title, and they never change
        <div className="history-text" key={n}>
          <h4>{title || t('export.untitledSource')}</h4>
          {changes.map(({ before, removed, added, after }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <p key={at}>
              {before}
              {removed && <del>{removed}</del>}
              {added && <ins>{added}</ins>}
              {after}
            </p>
          ))}
          {changes.length === 0 && <p className="history-note">{t('history.formatOnly')}</p>}
          {more && <p className="history-note">…</p>}
        </div>
      ))}
    </>
  )
}
