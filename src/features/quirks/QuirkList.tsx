import { useEffect, useMemo, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { panelHeights } from '../../model/limits.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import { searchQuirks } from '../../model/rules/quirkSearch.ts'
import { brush } from '../../state/brush.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { QuirkOptions } from './QuirkOptions.tsx'
import { useQuirkItems } from './useQuirkItems.ts'
import { useQuirkSearch } from './useQuirkSearch.ts'

export type QuirkListProps = Pick<QuirkListBoxProps, 'shown' | 'onGo' | 'onAll'>

interface QuirkListBoxProps {
  /** Undefined while they load: they are asked for when the box opens. */
  items: readonly QuirkItem[] | undefined
  open: boolean
  onOpen: (open: boolean) => void
  /** What is typed at first. */
  start?: string
  /** The ids that the groups filter leaves; null: all. */
  shown: ReadonlySet<number> | null | undefined
  onGo: (quirkId: number) => void
  /** Opens the codebook, which has them all. */
  onAll: () => void
}

/** The search box for quirks (specification 1 §2, §9): the five most used while it is empty, else what is found. */
export function QuirkList(props: QuirkListProps) {
  const [open, setOpen] = useState(false)
  const items = useQuirkItems(open)
  return <QuirkListBox items={items} open={open} onOpen={setOpen} {...props} />
}

export function QuirkListBox({ items, open, onOpen: setOpen, start, shown, onGo, onAll }: QuirkListBoxProps) {
  const t = useT()
  const listed = useMemo(() => items?.filter(({ id }) => !shown || shown.has(id)) ?? [], [items, shown])
  const search = useQuirkSearch({
    items: listed,
    onlyMostUsed: true,
    start,
    onChoose: (choice) => {
      setOpen(false)
      search.setText('')
      if ('quirk' in choice) onGo(choice.quirk.id)
    },
  })
  const isListed = open && items !== undefined
  const isSought = isListed && search.text.trim() !== ''
  // What is found stands out on the canvas.
  useEffect(() => {
    if (!isSought) return
    const found = search.choices.flatMap((choice) => ('quirk' in choice ? [choice.quirk.id] : []))
    brush('list', found)
    return () => brush('list', [])
  }, [isSought, search.choices])
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
        aria-expanded={isListed}
        aria-controls={isListed ? search.listId : undefined}
        aria-activedescendant={isListed ? search.field['aria-activedescendant'] : undefined}
        onClick={() => setOpen(true)}
      />
      {isListed && (
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
            {t('codebook.open')}
          </Button>
        </div>
      )}
    </div>
  )
}

const matches = (items: readonly QuirkItem[], text: string): readonly QuirkItem[] =>
  text.trim() === '' ? [] : searchQuirks(items, text, items.length)
