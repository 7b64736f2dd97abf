import { useDeferredValue, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useSettings } from '../../data/live/useSettings.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { type ArrangedOrder, arrange } from '../../model/rules/arrangedOrder.ts'
import type { Key } from '../../model/schema.ts'
import { device } from '../../state/device.ts'
import { editorOf, showAllGroups } from '../../state/editor.ts'
import type { QuirkResult, ViewProps } from '../../state/viewProps.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { FilterIcon, GroupsIcon, ViewIcon } from '../../ui/icons.ts'
import { ArrangedBoard } from './ArrangedBoard.tsx'
import { ArrangedHead } from './ArrangedHead.tsx'
import { headingOf } from './headingOf.ts'

/**
 * All quirks in a grid, in the order that is asked for: which are largest, which belong together, which are new. While a query holds for all
 * views, those that have something which passes it, and how much.
 */
export function ArrangedView({ result, onQuirk, onQuotes, onOverlap, onHighlight }: ViewProps) {
  const t = useT()
  const { uuid } = useProject()
  const editor = editorOf(uuid)
  const { uncheckedGroups, arranged, selection } = useSnapshot(editor)
  const order = arranged as ArrangedOrder
  const all = useDeferredValue(useRows('quirks', {}))
  const rows = useMemo(() => all && (result ? passing(all, result) : all), [all, result])
  const groups = useRows('groups', {})
  const links = useRows('groupQuirks', {})
  const shown = useShownQuirks(uncheckedGroups)
  const counter = useSettings(useSnapshot(device).settings).highlightCounter
  const { by, descending, nested } = order
  const sections = useMemo(() => {
    if (!rows || !groups || !links || shown === undefined || result === undefined) return undefined
    const quirks = shown ? Array.from(rows.values()).filter(({ id }) => shown.has(id)) : rows.values()
    const context = { groups: groups.values(), links: links.values(), compare: compareTitles }
    return arrange(quirks, { by, descending, nested }, context)
  }, [rows, groups, links, shown, result, by, descending, nested])
  const most = useMemo(
    () => Array.from(rows?.values() ?? []).reduce((highest, { highlights }) => Math.max(highest, highlights), 0),
    [rows],
  )

  const body = () => {
    if (!sections || !all || !groups)
      return (
        <div className="arranged-wait">
          <Skeleton lines={6} height="2em" />
        </div>
      )
    if (all.size === 0)
      return (
        <EmptyState icon={ViewIcon} title={t('canvas.empty')}>
          {t('canvas.emptyText')}
        </EmptyState>
      )
    const isEmpty = sections.every(({ quirks }) => quirks.length === 0)
    if (isEmpty && result)
      return (
        <EmptyState icon={FilterIcon} title={t('query.noneHere')}>
          {t('query.noneText')}
        </EmptyState>
      )
    if (isEmpty)
      return (
        <EmptyState
          icon={GroupsIcon}
          title={t('canvas.filteredOut')}
          actions={<Button onClick={() => showAllGroups(editor)}>{t('group.showAll')}</Button>}
        >
          {t('canvas.filteredOutText')}
        </EmptyState>
      )
    return (
      <ArrangedBoard
        sections={sections}
        heading={(section) => headingOf(t, by, section, groups)}
        headed={by === 'colour' || by === 'author' || by === 'group'}
        most={most}
        counter={counter}
        project={uuid}
        selecting={selection !== null}
        onQuirk={onQuirk}
        onQuotes={onQuotes}
        onOverlap={onOverlap}
        onHighlight={onHighlight}
      />
    )
  }
  return (
    <section className="arranged" aria-label={t('arranged.title')}>
      <ArrangedHead
        order={order}
        count={result ? rows?.size : (shown?.size ?? rows?.size)}
        onChange={(next) => Object.assign(editor.arranged, next)}
      />
      {body()}
    </section>
  )
}

/** The quirks with highlights that pass, which alone count. */
const passing = (rows: ReadonlyMap<Key, QuirkRow>, { highlights }: QuirkResult): ReadonlyMap<Key, QuirkRow> =>
  new Map(
    Array.from(highlights).flatMap(([id, count]) => {
      const row = rows.get(id)
      return row ? [[id, { ...row, highlights: count }] as const] : []
    }),
  )
