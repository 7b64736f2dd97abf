import { useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { inTreeOrder, type QuirkItem } from '../../model/rules/quirkItems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { CanvasIcon, DeleteIcon, EditIcon, MergeIcon, PlusIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'
import { QuirkFace } from './QuirkOptions.tsx'
import { searchQuirks } from './quirkSearch.ts'
import { byTitle, useQuirkItems } from './useQuirkItems.ts'

export interface QuirkActs {
  onGo: (quirkId: number) => void
  /** Missing for those who may only look. */
  onNew?: (() => void) | undefined
  onEdit?: ((quirkId: number) => void) | undefined
  onMerge?: ((quirkId: number) => void) | undefined
  onRemove?: ((quirkId: number) => void) | undefined
}

export interface AllQuirksProps extends QuirkActs {
  open: boolean
  onClose: () => void
}

/** Every quirk of the project, as a tree or as what a search finds. */
export function AllQuirks({ open, onClose, ...acts }: AllQuirksProps) {
  const t = useT()
  const items = useQuirkItems()
  return (
    <Modal open={open && items !== undefined} onClose={onClose} title={t('quirk.allTitle')} size="large">
      <AllQuirksList items={items} {...acts} />
    </Modal>
  )
}

export function AllQuirksList({ items, ...acts }: QuirkActs & { items: readonly QuirkItem[] | undefined }) {
  const t = useT()
  const [text, setText] = useState('')
  const listed = useMemo(() => {
    if (!items) return []
    return text.trim() === '' ? inTreeOrder(items, byTitle) : searchQuirks(items, text, items.length)
  }, [items, text])
  if (!items) return <Skeleton lines={6} height="1.4em" />
  return (
    <div className="quirk-all">
      <div className="quirk-all-head">
        <SearchField label={t('quirk.search')} value={text} onChange={setText} />
        {acts.onNew && (
          <Button icon={PlusIcon} onClick={acts.onNew}>
            {t('quirk.new')}
          </Button>
        )}
      </div>
      <p className="quirk-all-count" role="status">
        {t('group.count', { n: listed.length })}
      </p>
      <div className="quirk-all-list">
        {listed.length > 0 ? (
          <List
            label={t('quirk.allTitle')}
            items={listed}
            keyOf={({ id }) => id}
            rowHeight={40}
            row={(quirk) => <Row quirk={quirk} indented={text.trim() === ''} {...acts} />}
          />
        ) : (
          <EmptyState title={t(items.length === 0 ? 'canvas.empty' : 'ui.noMatch')} />
        )}
      </div>
    </div>
  )
}

function Row({ quirk, indented, ...acts }: QuirkActs & { quirk: QuirkItem; indented: boolean }) {
  const t = useT()
  const { title, id } = quirk
  const { onGo, onEdit, onMerge, onRemove } = acts
  return (
    <div className="quirk-row" data-quirk={quirk.id} style={{ '--level': indented ? quirk.path.length : 0 }}>
      <div className="quirk-row-face">
        <QuirkFace quirk={quirk} inTree={indented} />
      </div>
      <div className="quirk-row-acts">
        <IconButton size="small" icon={CanvasIcon} label={t('quirk.goTo', { title })} onClick={() => onGo(id)} />
        {onEdit && (
          <IconButton size="small" icon={EditIcon} label={t('quirk.editOf', { title })} onClick={() => onEdit(id)} />
        )}
        {onMerge && (
          <IconButton size="small" icon={MergeIcon} label={t('quirk.mergeOf', { title })} onClick={() => onMerge(id)} />
        )}
        {onRemove && (
          <IconButton
            size="small"
            icon={DeleteIcon}
            label={t('quirk.deleteOf', { title })}
            onClick={() => onRemove(id)}
          />
        )}
      </div>
    </div>
  )
}
