import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { type Key, none } from '../../model/schema.ts'
import { brushed, onBrush, onMarked } from '../../state/brush.ts'
import { editorOf } from '../../state/editor.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { AllIcon, CloseIcon, PlusIcon } from '../../ui/icons.ts'
import { KeyedViewEnd } from '../../ui/menus/KeyedViewEnd.tsx'
import { MenuAt } from '../../ui/menus/MenuAt.tsx'
import { useSaid } from '../../ui/useSaid.ts'
import { CodebookRow } from './CodebookRow.tsx'
import { CodebookSearch } from './CodebookSearch.tsx'
import { outlineOf } from './outlineOf.ts'
import { parentsOf } from './treeOf.ts'
import { type CodebookDoes, useCodebookActs } from './useCodebookActs.ts'
import { linesOf, useLines, useTitleOrder } from './useLines.ts'

export interface CodebookProps extends CodebookDoes {
  /** It lies over what is beside it, and is left by Escape. */
  isOver: boolean
  onClose: () => void
}

const unread: ReadonlyMap<Key, QuirkRow> = new Map()

/** All quirks as an outline beside the canvas: found, named, counted, nested, and given what is dragged onto them. */
export function Codebook(props: CodebookProps) {
  const rows = useRows('quirks', {})
  return rows ? <Outline {...props} rows={rows} /> : <Skeleton lines={8} height="1.4em" />
}

function Outline({ rows: newest, ...props }: CodebookProps & { rows: ReadonlyMap<Key, QuirkRow> }) {
  const t = useT()
  const project = useProject()
  const { uncheckedGroups, closedQuirks } = useSnapshot(editorOf(project.uuid))
  const writes = mayWrite(useSnapshot(project.state).access)
  const shown = useShownQuirks(uncheckedGroups)
  // With thousands of lines it would hold up what else shows a change. Where it is opened, its field is there at once, and the lines come after it.
  const rows = useDeferredValue(newest, unread)
  const [text, setText] = useState('')
  const sought = text.trim()
  // The field shows each letter at once.
  const listed = useDeferredValue(sought)
  const inOrder = useTitleOrder(rows)
  const lines = useMemo(
    () => outlineOf(inOrder, { closed: new Set(closedQuirks), sought: listed, shown: shown ?? null }),
    [inOrder, closedQuirks, listed, shown],
  )
  const { said, say } = useSaid()
  const elsewhere = useSyncExternalStore(onBrush, brushed)
  const parents = useMemo(() => parentsOf(rows), [rows])
  const pointedAt = useMemo(() => linesOf(lines, parents, elsewhere), [lines, parents, elsewhere])
  const drawn = useLines(lines)
  const { chosenLine, at, scroller, list, focus, onFocus } = drawn
  const { acts, named, drag, foldAll, addNew, menu } = useCodebookActs(props, { rows, parents, lines }, drawn, say)
  useEffect(() => onMarked((quirkId) => onFocus(quirkId, true)), [onFocus])
  const digits = useMemo(
    () => formatNumber(lines.reduce((most, { total }) => Math.max(most, total), 0)).length,
    [lines],
  )
  const passages = inOrder.reduce((sum, { highlights }) => sum + highlights, 0)
  return (
    <section
      className="codebook"
      aria-label={t('codebook.title')}
      style={{ '--digits': digits }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !props.isOver || menu.at) return
        event.preventDefault()
        props.onClose()
      }}
    >
      <header className="codebook-head">
        <h2>{t('codebook.title')}</h2>
        <IconButton
          icon={AllIcon}
          label={t(closedQuirks.length > 0 ? 'codebook.unfoldAll' : 'codebook.foldAll')}
          onClick={foldAll}
        />
        {writes && <IconButton icon={PlusIcon} label={t('quirk.new')} onClick={addNew} />}
        <IconButton icon={CloseIcon} label={t('codebook.close')} onClick={props.onClose} />
      </header>
      <CodebookSearch text={text} onText={setText} quirks={inOrder} lines={lines} writes={writes} onFound={focus} />
      <p className="codebook-columns" aria-hidden>
        <span>{t('codebook.own')}</span>
        <span>{t('codebook.all')}</span>
      </p>
      <div className="codebook-lines" ref={scroller} data-brushing={pointedAt ? '' : undefined}>
        {lines.length > 0 && (
          <div
            role="tree"
            aria-label={t('codebook.title')}
            aria-describedby="codebook-keys"
            style={{ '--list-height': `${list.getTotalSize()}px` }}
          >
            {list.getVirtualItems().map(({ index, start }) => {
              const line = lines[index]
              if (!line) return null
              const { quirk } = line
              return (
                <div
                  key={quirk.id}
                  role="none"
                  className="codebook-line"
                  style={{ '--top': `${start}px` }}
                  data-drop={writes ? drag.mark(quirk) : undefined}
                  data-dragged={drag.dragged?.id === quirk.id || undefined}
                  {...(writes && { ...drag.source(quirk), ...drag.target(quirk) })}
                >
                  <CodebookRow
                    line={line}
                    title={named(quirk)}
                    isTabStop={index === at}
                    isChosen={quirk.id === chosenLine}
                    isBrushed={pointedAt?.has(quirk.id) ?? null}
                    {...acts}
                  />
                </div>
              )
            })}
          </div>
        )}
        {lines.length === 0 && rows !== unread && (
          <p className="codebook-none" role="status">
            {t(inOrder.length === 0 ? 'canvas.empty' : sought === '' ? 'canvas.filteredOut' : 'ui.noMatch')}
          </p>
        )}
      </div>
      {drag.dragged && drag.dragged.parentQuirkId !== none && (
        <p className="tree-out" data-drop={drag.mark(null)} {...drag.target(null)}>
          {t('tree.dropOut')}
        </p>
      )}
      <footer className="codebook-foot">
        {rows !== unread && (
          <>
            <span>{t('group.count', { n: inOrder.length })}</span>
            <span>{t('canvas.highlights', { n: passages })}</span>
          </>
        )}
      </footer>
      <KeyedViewEnd keysId="codebook-keys" keys={t('codebook.keysHint')} said={said}>
        <MenuAt {...menu} />
      </KeyedViewEnd>
    </section>
  )
}
