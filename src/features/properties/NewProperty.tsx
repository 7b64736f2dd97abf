import { useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { distinct } from './cellWords.ts'
import { emptyProperty, hasField, PropertyFields } from './PropertyFields.tsx'
import { useSteps } from './useSteps.ts'

export interface NewPropertyProps {
  open: boolean
  onClose: () => void
}

/** 1 §5: a name that is not there yet and at least one value; one that is still being typed counts. */
export function NewProperty({ open, onClose }: NewPropertyProps) {
  const t = useT()
  const steps = useSteps()
  const name = useRef<HTMLInputElement>(null)
  const values = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(emptyProperty)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  const create = async () => {
    const tags = distinct([...draft.values, ...draft.typed.split(',').map((word) => word.trim())])
    setDraft({ ...draft, values: tags, typed: '' })
    setBusy(true)
    const { key, multiple, sorted } = draft
    const args = { key, values: [...tags], multipleChoice: multiple, sortValuesAlphabetically: sorted }
    const found = await steps.step('createSourceProperty', args, t('property.created', { name: key.trim() }))
    setBusy(false)
    if (!found) return onClose()
    setProblem(found)
    if (!hasField(found)) return showProblem(found, { id: 'step' })
    const field = found.kind === 'keyRequiresValue' ? values : name
    field.current?.focus()
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('property.new')}
      initialFocus={name}
      onSubmit={() => void (busy || create())}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('property.create')}
          </Button>
        </>
      }
    >
      <PropertyFields
        draft={draft}
        problem={problem}
        name={name}
        values={values}
        onTwice={(value) => setProblem({ kind: 'valueExists', name: value })}
        onChange={(next) => {
          setDraft(next)
          setProblem(null)
        }}
      />
    </Modal>
  )
}
