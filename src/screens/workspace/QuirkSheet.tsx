import { useRef } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { useWindows } from '../../data/live/useWindows.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { pathText, type QuirkItem } from '../../model/rules/quirkItems.ts'
import type { Passage } from '../../state/passage.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { DeleteIcon, EditIcon, HighlightIcon } from '../../ui/icons.ts'
import { PassageList } from '../../ui/lists/PassageList.tsx'

interface QuirkSheetProps {
  quirk: QuirkItem
  onClose: () => void
  onPassage: (passage: Passage, highlightId: number) => void
  /** Missing where no words are selected. */
  onHighlight?: (() => void) | undefined
  /** Missing for those who may only look. */
  onEdit?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** A quirk on a phone: what it is, its passages, and what can be done with it. */
export function QuirkSheet({ quirk, onClose, onPassage, onHighlight, onEdit, onRemove }: QuirkSheetProps) {
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
        <Dot colour={cssColour(quirk.color)} size={14} />
        {path && <span>{path}</span>}
        <span>{t('canvas.highlights', { n: quirk.highlights })}</span>
      </p>
      {description && <p className="quirk-sheet-text">{description}</p>}
      {quirk.highlights > 0 && <Passages quirk={quirk} onPassage={onPassage} />}
    </Modal>
  )
}

function Passages({ quirk, onPassage }: Pick<QuirkSheetProps, 'quirk' | 'onPassage'>) {
  const t = useT()
  const { total, problem, at } = useWindows('quotes', {
    quirkIds: [quirk.id],
    filters: [],
    order: 'place',
    descending: false,
  })
  if (problem) return <ErrorState>{problemText(problem)}</ErrorState>
  return (
    <div className="quirk-sheet-passages" style={{ '--count': total ?? quirk.highlights }}>
      <PassageList
        label={t('list.title')}
        total={total ?? 0}
        at={(index) => {
          const row = at(index)
          return row && { ...row, colour: cssColour(quirk.color) }
        }}
        onOpen={(index) => {
          const row = at(index)
          if (row) onPassage(row, row.id)
        }}
      />
    </div>
  )
}
