import { useRef } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { pathText, type QuirkItem } from '../../model/rules/quirkItems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { DeleteIcon, EditIcon, HighlightIcon } from '../../ui/icons.ts'

interface QuirkSheetProps {
  quirk: QuirkItem
  onClose: () => void
  /** Missing where no words are selected. */
  onHighlight?: (() => void) | undefined
  /** Missing for those who may only look. */
  onEdit?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** A quirk on a phone: what it is, and what can be done with it. */
export function QuirkSheet({ quirk, onClose, onHighlight, onEdit, onRemove }: QuirkSheetProps) {
  const t = useT()
  const description = useRows('quirks', {})?.get(quirk.id)?.description
  const path = pathText(quirk)
  // Not the one that deletes.
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      onClose={onClose}
      title={quirk.title}
      size="small"
      initialFocus={first}
      footer={
        <>
          {onRemove && (
            <Button icon={DeleteIcon} onClick={onRemove}>
              {t('ui.delete')}
            </Button>
          )}
          {onEdit && (
            <Button ref={first} icon={EditIcon} kind={onHighlight ? 'secondary' : 'primary'} onClick={onEdit}>
              {t('quirk.edit')}
            </Button>
          )}
          {onHighlight && (
            <Button icon={HighlightIcon} kind="primary" onClick={onHighlight}>
              {t('canvas.highlightHere')}
            </Button>
          )}
        </>
      }
    >
      <p className="quirk-sheet-facts">
        <span className="quirk-choice-dot" style={{ '--dot': quirk.color }} aria-hidden />
        {path && <span>{path}</span>}
        <span>{t('canvas.highlights', { n: quirk.highlights })}</span>
      </p>
      {description && <p className="quirk-sheet-text">{description}</p>}
    </Modal>
  )
}
