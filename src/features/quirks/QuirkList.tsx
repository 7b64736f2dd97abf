import { useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { QuirkOptions } from './QuirkOptions.tsx'
import type { QuirkItem } from './quirkItems.ts'
import { searchQuirks } from './quirkSearch.ts'
import { useQuirkItems } from './useQuirkItems.ts'
import { useQuirkSearch } from './useQuirkSearch.ts'

export interface QuirkListProps {
  /** The ids that the groups filter leaves; null: all. */
  shown: ReadonlySet<number> | null | undefined
  onGo: (quirkId: number) => void
  /** Opens the list of all quirks. */
  onAll: () => void
}

/** The search box for quirks (specification 1 §2, §9): the five most used while it is empty, else what is found. */
export function QuirkList({ shown, onGo, onAll }: QuirkListProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const items = useQuirkItems(open)
  const listed = useMemo(() => items?.filter(({ id }) => !shown || shown.has(id)) ?? [], [items, shown])
  const search = useQuirkSearch({
    items: listed,
    onlyMostUsed: true,
    onChoose: (choice) => {
      setOpen(false)
      search.setText('')
      if ('quirk' in choice) onGo(choice.quirk.id)
    },
  })
  // Those that the groups filter leaves out stand on the canvas as empty rings at most, and none of them is found.
  const leftOut = shown && items ? matches(items, search.text).length - matches(listed, search.text).length : 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus and of Escape within
    <div
      className="quirk-list"
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) setOpen(false)
        else if (event.key.startsWith('Arrow') && !open) setOpen(true)
      }}
    >
      <SearchField
        label={t('quirk.search')}
        value={search.text}
        onChange={(text) => {
          setOpen(true)
          search.setText(text)
        }}
        {...search.field}
        aria-expanded={open}
        aria-controls={open ? search.listId : undefined}
        aria-activedescendant={open ? search.field['aria-activedescendant'] : undefined}
        onClick={() => setOpen(true)}
      />
      {open && items && (
        <div className="quirk-list-panel" style={{ maxHeight: `min(${panelHeights.quirks}, 60dvh)` }}>
          <QuirkOptions search={search} label={t('quirk.search')} />
          {leftOut > 0 && (
            <p className="quirk-list-none" role="status">
              {t('quirk.leftOut', { n: leftOut })}
            </p>
          )}
          {search.choices.length === 0 && leftOut === 0 && (
            <p className="quirk-list-none" role="status">
              {t(search.text.trim() !== '' ? 'ui.noMatch' : listed.length === 0 ? 'canvas.empty' : 'quirk.noneUsed')}
            </p>
          )}
          <Button
            kind="quiet"
            onClick={() => {
              setOpen(false)
              onAll()
            }}
          >
            {t('quirk.all')}
          </Button>
        </div>
      )}
    </div>
  )
}

const matches = (items: readonly QuirkItem[], text: string): readonly QuirkItem[] =>
  text.trim() === '' ? [] : searchQuirks(items, text, items.length)
