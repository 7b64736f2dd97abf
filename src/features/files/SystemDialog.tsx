import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { DialogAnswer, DialogWanted } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import type { FileChooserProps } from './FileChooser.tsx'

interface SystemDialogProps extends FileChooserProps {
  /** Ours is to be shown instead; `wasShown`: the person wishes so, not the system. */
  onOwn: (wasShown: boolean) => void
}

/** Stands in the page while the dialog of the system is open, which ends with it. */
export function SystemDialog({ mode, title, start, name, onClose, onChoose, onOwn }: SystemDialogProps) {
  const t = useT()
  /** How often the dialog has been asked for. */
  const [turn, setTurn] = useState(1)
  const [refused, setRefused] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  const ask = async (signal: AbortSignal) => {
    const body: DialogWanted = {
      mode,
      title: title.slice(0, 200),
      label: t('files.kinds'),
      ...(start && { folder: start }),
      ...(name && { name: name.slice(0, 200) }),
    }
    const answer = await api('POST /web/api/local/dialog', { body, signal })
    if (!signal.aborted) await take(isProblem(answer) ? { outcome: 'unavailable' } : answer.ok)
  }
  const take = async ({ outcome, path = '', replace = false }: DialogAnswer) => {
    if (outcome === 'unavailable') return onOwn(false)
    if (outcome === 'cancelled') return onClose()
    setBusy(true)
    setRefused(await onChoose(path, replace))
    setBusy(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks once
  useEffect(() => {
    const controller = new AbortController()
    void ask(controller.signal)
    return () => controller.abort()
  }, [turn])

  return (
    <Modal
      open
      size="small"
      title={title}
      {...(!refused && { description: t('files.elsewhere') })}
      locked={busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          {refused ? (
            <Button
              kind="primary"
              onClick={() => {
                setRefused(null)
                setTurn(turn + 1)
              }}
            >
              {t('files.again')}
            </Button>
          ) : (
            <Button busy={busy} onClick={() => onOwn(true)}>
              {t('files.here')}
            </Button>
          )}
        </>
      }
    >
      {refused && (
        <p className="files-refused" role="alert">
          <ErrorIcon aria-hidden />
          {problemText(refused)}
        </p>
      )}
    </Modal>
  )
}
