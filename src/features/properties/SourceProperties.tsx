import { useSnapshot } from 'valtio'
import { useProject, useValue } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { PropertyValue } from '../../model/queries.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { PlusIcon, PropertiesIcon, TableIcon } from '../../ui/icons.ts'
import { distinct } from './cellWords.ts'
import { type Property, valuesHeld } from './properties.ts'
import { mostShown, SourceValues } from './SourceValues.tsx'
import { useFindValues } from './useFindValues.ts'
import { useProperties } from './useProperties.ts'
import { useSteps } from './useSteps.ts'

export interface SourcePropertiesProps {
  sourceId: number
  open: boolean
  onClose: () => void
  onNew: () => void
  onEdit: (keyId: number) => void
  onTable: () => void
}

/** 1 §2: the properties of one source, a list to read; whoever may write chooses in it. */
export function SourceProperties({ sourceId, open, onClose, onNew, onEdit, onTable }: SourcePropertiesProps) {
  const t = useT()
  const project = useProject()
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const steps = useSteps()
  const [source] = useValue('sourceRows', { sourceIds: [sourceId] }) ?? []
  const properties = useProperties(mostShown)
  const find = useFindValues()
  const set = async (keyId: number, valueIds: number[]) => {
    const found = await steps.quietly('setSourceProperty', { sourceId, keyId, valueIds })
    if (found) showProblem(found, { id: 'step' })
  }
  const add = async ({ id, multiple }: Property, held: readonly PropertyValue[], words: string[]) => {
    const values = distinct([...(multiple ? held.map(({ value }) => value) : []), ...words])
    const found = await steps.quietly('setSourceProperties', { cells: [{ sourceId, keyId: id, values }] })
    if (found) showProblem(found, { id: 'step' })
  }
  const rows =
    properties && source && properties.map((property) => ({ property, held: valuesHeld(property, source.properties) }))
  const list = rows?.map(({ property, held }) => (
    <SourceValues
      key={property.id}
      property={property}
      held={held}
      find={find}
      {...(canWrite && {
        onSet: (valueIds: number[]) => void set(property.id, valueIds),
        onAdd: (words: string[]) => void add(property, held, words),
        onEdit: () => onEdit(property.id),
      })}
    />
  ))
  const isEmpty = rows?.length === 0
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('property.ofSource', { title: source?.title ?? '…' })}
      footer={
        <>
          {canWrite && !isEmpty && (
            <span className="property-delete">
              <Button kind="quiet" icon={PlusIcon} onClick={onNew}>
                {t('property.new')}
              </Button>
            </span>
          )}
          {!isEmpty && (
            <Button kind="quiet" icon={TableIcon} onClick={onTable}>
              {t('act.properties')}
            </Button>
          )}
          <Button kind={canWrite ? 'primary' : 'secondary'} onClick={onClose}>
            {t('ui.done')}
          </Button>
        </>
      }
    >
      {rows === undefined && <Skeleton lines={4} height="1.6em" />}
      {isEmpty && <NoProperties {...(canWrite && { onNew })} />}
      {list && !isEmpty && (canWrite ? <div className="source-properties">{list}</div> : <dl>{list}</dl>)}
    </Modal>
  )
}

export function NoProperties({ onNew }: { onNew?: () => void }) {
  const t = useT()
  return (
    <EmptyState
      icon={PropertiesIcon}
      title={t('property.empty')}
      actions={
        onNew && (
          <Button kind="primary" icon={PlusIcon} onClick={onNew}>
            {t('property.new')}
          </Button>
        )
      }
    >
      {t('property.emptyText')}
    </EmptyState>
  )
}
