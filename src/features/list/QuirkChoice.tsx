import { type KeyboardEvent, useMemo, useState } from 'react'
import { compareTitles, formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { inTreeOrder, type QuirkItem } from '../../model/rules/quirkItems.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { ChevronDownIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'
import { Popover } from '../../ui/menus/Popover.tsx'

export interface QuirkChoiceProps {
  items: readonly QuirkItem[]
  /** By id; null: all. */
  chosen: readonly number[] | null
  onChoose: (chosen: readonly number[]) => void
  nested: boolean
  onNested: (nested: boolean) => void
}

/** Whose passages are listed: a button that says it, and opens the list of quirks to check. */
export function QuirkChoice(props: QuirkChoiceProps) {
  const { items, chosen } = props
  const t = useT()
  const [only] = chosen ?? []
  const one = chosen?.length === 1 ? items.find(({ id }) => id === only) : undefined
  const title = chosen === null ? t('list.all') : (one?.title ?? t('group.count', { n: chosen.length }))
  return (
    <Popover
      label={t('list.which')}
      trigger={
        <Button aria-label={t('ui.labelled', { label: t('list.which'), value: title })}>
          {one && <Dot colour={cssColour(one.color)} />}
          <span className="list-which">{title}</span>
          <ChevronDownIcon aria-hidden />
        </Button>
      }
    >
      <QuirkChecks {...props} />
    </Popover>
  )
}

/** The inside of the list: what is typed narrows it. */
export function QuirkChecks({ items, chosen, onChoose, nested, onNested }: QuirkChoiceProps) {
  const t = useT()
  const [text, setText] = useState('')
  const sought = text.trim().toLocaleLowerCase()
  const ordered = useMemo(() => inTreeOrder(items, (a, b) => compareTitles(a.title, b.title) || a.id - b.id), [items])
  const listed = useMemo(
    () => (sought === '' ? ordered : ordered.filter(({ title }) => title.toLocaleLowerCase().includes(sought))),
    [ordered, sought],
  )
  const checked = useMemo(() => new Set(chosen), [chosen])
  const check = (id: number, on: boolean) => onChoose(on ? [...checked, id] : [...checked].filter((one) => one !== id))
  const [found] = listed
  /** Enter checks the one that is left. */
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (sought !== '' && listed.length === 1 && found && !checked.has(found.id)) check(found.id, true)
  }
  return (
    <div className="list-quirks">
      <SearchField label={t('quirk.search')} value={text} onChange={setText} onKeyDown={press} />
      <Checkbox label={t('list.all')} checked={chosen === null} onChange={() => onChoose([])} />
      <div className="list-quirks-list">
        {listed.length > 0 ? (
          <List
            label={t('list.which')}
            items={listed}
            keyOf={({ id }) => id}
            rowHeight={32}
            row={({ id, title, color, highlights, path }) => (
              <div className="list-quirk" style={{ '--level': sought === '' ? path.length : 0 }}>
                <Checkbox
                  label={
                    <>
                      <Dot colour={cssColour(color)} />
                      <span className="list-quirk-title">{title}</span>
                      <span className="list-quirk-count" aria-hidden>
                        {formatNumber(highlights)}
                      </span>
                      <span className="visually-hidden">{`, ${t('canvas.highlights', { n: highlights })}`}</span>
                    </>
                  }
                  checked={checked.has(id)}
                  onChange={(on) => check(id, on)}
                />
              </div>
            )}
          />
        ) : (
          <p className="list-quirks-none" role="status">
            {t(items.length === 0 ? 'canvas.empty' : 'ui.noMatch')}
          </p>
        )}
      </div>
      <Switch label={t('list.nested')} checked={nested} onChange={onNested} disabled={chosen === null} />
    </div>
  )
}
