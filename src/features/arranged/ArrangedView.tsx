import { useDeferredValue, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/useLive.ts'
import { useSettings } from '../../data/useSettings.ts'
import { useShownQuirks } from '../../data/useShownQuirks.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { type ArrangedOrder, arrange } from '../../model/rules/arrangedOrder.ts'
import { device } from '../../state/device.ts'
import { editorOf, showAllGroups } from '../../state/editor.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GroupsIcon, ViewIcon } from '../../ui/icons.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ArrangedBoard } from './ArrangedBoard.tsx'
import { ArrangedHead } from './ArrangedHead.tsx'
import { headingOf } from './headingOf.ts'

/** All quirks in a grid, in the order that is asked for: which are largest, which belong together, which are new. */
export function ArrangedView({ onQuirk, onQuotes, onOverlap, onHighlight }: ViewProps) {
  const t = useT()
  const { uuid } = useProject()
  const editor = editorOf(uuid)
  const { uncheckedGroups, arranged, selection } = useSnapshot(editor)
  const order = arranged as ArrangedOrder
  const rows = useDeferredValue(useRows('quirks', {}))
  const groups = useRows('groups', {})
  const links = useRows('groupQuirks', {})
  const shown = useShownQuirks(uncheckedGroups)
  const counter = useSettings(useSnapshot(device).settings).highlightCounter
  const { by, descending, nested } = order
  const sections = useMemo(() => {
    if (!rows || !groups || !links || shown === undefined) return undefined
    const quirks = shown ? Array.from(rows.values()).filter(({ id }) => shown.has(id)) : rows.values()
    const context = { groups: groups.values(), links: links.values(), compare: compareTitles }
    return arrange(quirks, { by, descending, nested }, context)
  }, [rows, groups, links, shown, by, descending, nested])
  const most = useMemo(
    () => Array.from(rows?.values() ?? []).reduce((highest, { highlights }) => Math.max(highest, highlights), 0),
    [rows],
  )

  const body = () => {
    if (!sections || !rows || !groups)
      return (
        <div className="arranged-wait">
          <Skeleton lines={6} height="2em" />
        </div>
      )
    if (rows.size === 0)
      return (
        <EmptyState icon={ViewIcon} title={t('canvas.empty')}>
          {t('canvas.emptyText')}
        </EmptyState>
      )
    if (sections.every(({ quirks }) => quirks.length === 0))
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
        count={shown?.size ?? rows?.size}
        onChange={(next) => Object.assign(editor.arranged, next)}
      />
      {body()}
    </section>
  )
}
