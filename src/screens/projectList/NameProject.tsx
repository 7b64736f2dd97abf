import { useRef, useState } from 'react'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

interface NameProjectProps {
  title: string
  text: string
  proposed: string
  /** Resolves to what keeps it from having that name. */
  onSave: (name: string) => Promise<Problem | null>
  onClose: () => void
}

/** 2 §4: on the web, a name for a copy; or another one for a project. */
export function NameProject({ title, text, proposed, onSave, onClose }: NameProjectProps) {
  const t = useT()
  const [name, setName] = useState(proposed)
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const save = async () => {
    if (!name.trim()) return setProblem({ kind: 'missingProjectName' })
    setBusy(true)
    setProblem(await leastDuration(onSave(name.trim())))
    setBusy(false)
  }
  return (
    <Modal
      open
      size="small"
      locked={busy}
      title={title}
      description={text}
      onClose={onClose}
      onSubmit={() => void save()}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        onFocus={(event) => event.currentTarget.select()}
        label={t('create.name')}
        value={name}
        onChange={(next) => {
          setName(next)
          setProblem(null)
        }}
        maxLength={200}
        error={problem ? problemText(problem) : undefined}
      />
    </Modal>
  )
}
