import { useEffect, useRef, useState } from 'react'
import { useValue } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DeleteIcon } from '../../ui/icons.ts'
import { PropertyEditor, type PropertyEditorProps } from './PropertyEditor.tsx'
import type { Property } from './properties.ts'
import { useProperties } from './useProperties.ts'
import { useSteps } from './useSteps.ts'
import { useValueRows } from './useValueRows.ts'

export interface EditPropertyProps {
  keyId: number
  open: boolean
  onClose: () => void
}

export function EditProperty({ keyId, open, onClose }: EditPropertyProps) {
  const properties = useProperties()
  const found = properties?.find(({ id }) => id === keyId)
  const last = useRef<Property>(undefined)
  if (found) last.current = found
  const isGone = properties !== undefined && !found
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  // What has gone stays to be seen while the dialog closes.
  return last.current ? <Editing property={last.current} open={open && !isGone} onClose={onClose} /> : null
}

function Editing({ property, open, onClose }: Omit<EditPropertyProps, 'keyId'> & { property: Property }) {
  const t = useT()
  const steps = useSteps()
  const name = useRef<HTMLInputElement>(null)
  const several = useValue('propertySeveral', { keyId: property.id })
  const values = useValueRows(property.id)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const { id: keyId, key } = property

  const set = async (args: { multipleChoice?: boolean; sortValuesAlphabetically?: boolean }) => {
    const found = await steps.quietly('updateSourceProperty', { keyId, ...args })
    if (found) showProblem(found, { id: 'step' })
  }
  const rename: PropertyEditorProps['onRename'] = async (text) => {
    const found = await steps.quietly('updateSourceProperty', { keyId, key: text })
    if (found) showProblem(found, { kind: found.kind === 'keyEmpty' ? 'warning' : 'error', id: 'step' })
    return found
  }
  const add: PropertyEditorProps['onAdd'] = async (value) => {
    const found = await steps.quietly('createPropertyValue', { keyId, value })
    setProblem(found)
    if (found) showProblem(found, { kind: found.kind === 'valueExists' ? 'warning' : 'error', id: 'step' })
    else setTyped('')
    return found
  }
  const renameValue: PropertyEditorProps['onRenameValue'] = async ({ id }, value) => {
    const found = await steps.quietly('updatePropertyValue', { valueId: id, value })
    const isWarning = found?.kind === 'valueEmpty' || found?.kind === 'valueExists'
    if (found) showProblem(found, { kind: isWarning ? 'warning' : 'error', id: 'step' })
    return found
  }
  const removeValue: PropertyEditorProps['onRemoveValue'] = async ({ id, value, sources }) => {
    const message = t('property.valueDeleted', { value, n: sources })
    const found = await steps.step('removePropertyValue', { valueId: id }, message)
    if (found) showProblem(found, { id: 'step' })
    return found === null
  }
  const remove = async () => {
    const found = await steps.step('removeSourceProperty', { keyId }, t('property.deleted', { name: key }))
    if (found) showProblem(found, { id: 'step' })
    else onClose()
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('property.edit')}
      initialFocus={name}
      footer={
        <>
          <span className="property-delete">
            <Button kind="quiet" icon={DeleteIcon} onClick={() => void remove()}>
              {t('property.delete')}
            </Button>
          </span>
          <Button
            kind="primary"
            onClick={async () => {
              // 1 §5: what is still being typed counts.
              if (typed.trim() === '' || !(await add(typed))) onClose()
            }}
          >
            {t('ui.done')}
          </Button>
        </>
      }
    >
      <PropertyEditor
        property={property}
        values={values}
        several={several ?? 0}
        onRename={rename}
        onAdd={add}
        onRenameValue={renameValue}
        onRemoveValue={removeValue}
        onMultiple={(multipleChoice) => void set({ multipleChoice })}
        onSorted={(sortValuesAlphabetically) => void set({ sortValuesAlphabetically })}
        typed={typed}
        onTyped={(text) => {
          setProblem(null)
          setTyped(text)
        }}
        problem={problem}
        name={name}
      />
    </Modal>
  )
}
