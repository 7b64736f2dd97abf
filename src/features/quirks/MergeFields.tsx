import { useEffect, useId, useMemo } from 'react'
import { useT } from '../../i18n/useT.ts'
import { nestingDepth } from '../../model/limits.ts'
import { cssColour } from '../../model/palette.ts'
import { ancestors, levelsOf, mergedParents } from '../../model/rules/nesting.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import { Dot } from '../../ui/Dot.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { QuirkOptions } from './QuirkOptions.tsx'
import { useQuirkSearch } from './useQuirkSearch.ts'

interface MergeFieldsProps {
  items: readonly QuirkItem[]
  source: QuirkItem
  target: QuirkItem | undefined
  recent?: readonly number[] | undefined
  /** Asked to merge without a target. */
  missing: boolean
  onTarget: (quirkId: number) => void
}

export function MergeFields({ items, source, target, recent, missing, onTarget }: MergeFieldsProps) {
  const t = useT()
  const errorId = useId()
  const others = useMemo(() => items.filter(({ id }) => id !== source.id), [items, source.id])
  const search = useQuirkSearch({
    items: others,
    recent,
    onChoose: (choice) => 'quirk' in choice && onTarget(choice.quirk.id),
  })
  const { focus } = search
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that the target is found missing
  useEffect(() => {
    if (missing) focus()
  }, [missing])
  return (
    <div className="quirk-merge">
      <SearchField
        label={t('quirk.mergeTarget')}
        value={search.text}
        onChange={search.setText}
        {...search.field}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? errorId : undefined}
      />
      <QuirkOptions search={search} label={t('quirk.mergeTarget')} chosen={target?.id ?? null} />
      {search.choices.length === 0 && (
        <p className="quirk-choices-none" role="status">
          {t(others.length === 0 ? 'quirk.mergeNone' : 'ui.noMatch')}
        </p>
      )}
      <div className="quirk-merge-says" aria-live="polite">
        {missing && (
          <p className="ui-field-error" id={errorId}>
            <ErrorIcon aria-hidden />
            {t('quirk.mergeMissing')}
          </p>
        )}
        {target ? (
          <Consequences items={items} source={source} target={target} />
        ) : (
          !missing && <p className="quirk-merge-soft">{t('quirk.mergeHint')}</p>
        )}
      </div>
    </div>
  )
}

function Consequences({
  items,
  source,
  target,
}: {
  items: readonly QuirkItem[]
  source: QuirkItem
  target: QuirkItem
}) {
  const t = useT()
  const parents = new Map(items.map(({ id, parent }) => [id, parent]))
  const children = items.filter(({ id, parent }) => parent === source.id && id !== target.id).length
  const levels = levelsOf(mergedParents(parents, source.id, target.id))
  const both = { title: source.title, target: target.title }
  return (
    <>
      <p>
        <Dot colour={cssColour(target.color)} size={14} />
        {t('quirk.mergeMoves', { ...both, n: source.highlights, children })}
      </p>
      <ul className="quirk-merge-soft">
        {source.highlights > 0 && <li>{t('quirk.mergeOverlaps')}</li>}
        {ancestors(parents, target.id).includes(source.id) && <li>{t('quirk.mergeTakesPlace', both)}</li>}
        {levels > nestingDepth && levels > levelsOf(parents) && <li>{t('quirk.mergeDeep', { n: levels })}</li>}
      </ul>
    </>
  )
}
