import type { ReactNode } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { CloseIcon, DeleteIcon, FilterIcon, MoreIcon, OrderIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

interface SourceListHeadProps {
  search: string
  onSearch: (search: string) => void
  /** By which values of properties it is filtered. */
  filter: readonly MenuEntry[]
  filtered: boolean
  /** By what the list is ordered and what it shows. */
  order: readonly MenuEntry[]
  /** It is not as it usually is. */
  ordered: boolean
  more: readonly MenuEntry[]
  adding: ReactNode
  chosen: number
  onChooseAll: () => void
  onUnchoose: () => void
  onOpenChosen: () => void
  /** Missing for those who may only look. */
  onRemoveChosen: (() => void) | undefined
}

/** Over the list: what is sought, in which order, and what can be done with what is chosen. */
export function SourceListHead(props: SourceListHeadProps) {
  const { search, onSearch, filter, filtered, order, ordered, more, adding, chosen } = props
  const { onChooseAll, onUnchoose, onOpenChosen, onRemoveChosen } = props
  const t = useT()
  return (
    <div className="sources-head" data-keep-clear>
      <div className="sources-find">
        <SearchField label={t('source.search')} value={search} onChange={onSearch} />
        {filter.length > 0 && (
          <Dropdown
            align="end"
            trigger={<IconButton icon={FilterIcon} label={t('source.filter')} data-ordered={filtered || undefined} />}
            items={filter}
          />
        )}
        <Dropdown
          align="end"
          trigger={<IconButton icon={OrderIcon} label={t('source.order')} data-ordered={ordered || undefined} />}
          items={order}
        />
        {more.length > 0 && (
          <Dropdown align="end" trigger={<IconButton icon={MoreIcon} label={t('ui.more')} />} items={more} />
        )}
      </div>
      {chosen > 0 ? (
        <div className="sources-chosen">
          <span role="status">{t('source.chosen', { n: chosen })}</span>
          <IconButton {...faceOf(t, 'selectAllSources')} onClick={onChooseAll} />
          <IconButton {...faceOf(t, 'openSelected')} onClick={onOpenChosen} />
          {onRemoveChosen && (
            <Button kind="quiet" icon={DeleteIcon} onClick={onRemoveChosen}>
              {t('ui.delete')}
            </Button>
          )}
          <IconButton icon={CloseIcon} label={t('source.unchoose')} shortcut="Esc" onClick={onUnchoose} />
        </div>
      ) : (
        adding && <div className="sources-adding">{adding}</div>
      )}
    </div>
  )
}
