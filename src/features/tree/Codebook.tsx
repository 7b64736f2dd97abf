import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { isKeyOf } from '../../actions/actionKeys.ts'
import type { ActionId } from '../../actions/actions.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useRemoval } from '../../data/live/useRemoval.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { ancestors, type Parents } from '../../model/rules/nesting.ts'
import { fold } from '../../model/rules/quirkSearch.ts'
import { type Key, none } from '../../model/schema.ts'
import { type Brushed, brushed, markQuirk, onBrush, onMarked } from '../../state/brush.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import { isSwitchedOff } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { AllIcon, CloseIcon, PlusIcon } from '../../ui/icons.ts'
import { ByKey } from '../../ui/keyboard.ts'
import { useInSight } from '../../ui/lists/useInSight.ts'
import { MenuAt } from '../../ui/menus/MenuAt.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { type CodebookActs, CodebookRow, rowId } from './CodebookRow.tsx'
import { bestOf, lineBefore, type OutlineLine, outlineOf, stepFrom } from './outlineOf.ts'
import { treeMenu } from './treeMenu.ts'
import { parentsOf } from './treeOf.ts'
import { type ChooseQuirk, useTreeActions } from './useTreeActions.ts'
import { useTreeDrag } from './useTreeDrag.ts'

export interface CodebookProps {
  /** It lies over what is beside it, and is left by Escape. */
  isOver: boolean
  onClose: () => void
  /** Shows a quirk on the canvas. */
  onGo: (quirkId: number) => void
  onOverview: (quirkId: number) => void
  onQuotes: (quirkIds: readonly number[]) => void
  /** Opens the form; resolves to the new quirk's id, or null when it was left. */
  onNewQuirk: (request: { parentQuirkId?: number }) => Promise<number | null>
  onEditQuirk: (quirkId: number) => void
  /** Gives a passage to a quirk. */
  onCode: CodePassage
  /** Resolves to whether it was removed. */
  onRemoveQuirk: (quirkId: number) => Promise<boolean>
  onChooseQuirk: ChooseQuirk
  /** Asks into which quirk this one is merged; resolves to that one, or null when the question was left. */
  onMerge: (quirkId: number) => Promise<number | null>
}

/** In px: by a pointer, and by a finger. */
const rowHeights = { fine: 28, coarse: 44 } as const

/** All quirks as an outline beside the canvas: found, named, counted, nested, and given what is dragged onto them. */
export function Codebook(props: CodebookProps) {
  const rows = useRows('quirks', {})
  return rows ? <Outline {...props} rows={rows} /> : <Skeleton lines={8} height="1.4em" />
}

interface OpenMenu {
  at: { x: number; y: number }
  quirkId: number
}

function Outline({ rows: newest, ...props }: CodebookProps & { rows: ReadonlyMap<Key, QuirkRow> }) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection, uncheckedGroups, closedQuirks } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const shown = useShownQuirks(uncheckedGroups)
  // With thousands of lines it would hold up what else shows a change.
  const rows = useDeferredValue(newest)
  const [text, setText] = useState('')
  const sought = text.trim()
  // The field shows each letter at once.
  const listed = useDeferredValue(sought)
  const inOrder = useTitleOrder(rows)
  const lines = useMemo(
    () => outlineOf(inOrder, { closed: new Set(closedQuirks), sought: listed, shown: shown ?? null }),
    [inOrder, closedQuirks, listed, shown],
  )
  const [said, say] = useState('')
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const actions = useTreeActions(rows, say, props.onCode)
  const elsewhere = useSyncExternalStore(onBrush, brushed)
  const parents = useMemo(() => parentsOf(rows), [rows])
  const pointedAt = useMemo(() => linesOf(lines, parents, elsewhere), [lines, parents, elsewhere])
  const { chosenLine, at, scroller, list, focus, onFocus } = useLines(lines)
  const removeQuirk = useRemoval(props.onRemoveQuirk, focus)
  const moved = async (quirk: QuirkRow, done: Promise<boolean>) => {
    if (await done) focus(quirk.id)
  }
  const drag = useTreeDrag(parents, {
    onMove: (quirk, parent) => {
      void moved(quirk, parent ? actions.moveInto(quirk, parent) : actions.moveOut(quirk))
    },
    onPassage: (quirk, passage) => actions.highlight(quirk, passage, true),
  })

  const setClosed = (closed: readonly number[]) => {
    editor.closedQuirks = [...closed]
  }
  const onFold = (quirkId: number) => {
    const isClosed = editor.closedQuirks.includes(quirkId)
    setClosed(isClosed ? editor.closedQuirks.filter((id) => id !== quirkId) : [...editor.closedQuirks, quirkId])
  }
  const foldable = useMemo(() => new Set(parents.values()), [parents])
  const foldAll = () => setClosed(closedQuirks.length > 0 ? [] : [...foldable].filter((id) => rows.has(id)))

  const addChild = async (parentQuirkId: number) => {
    const made = await props.onNewQuirk({ parentQuirkId })
    if (made !== null) focus(made)
  }
  const moveInto = async (quirk: QuirkRow) => {
    const parent = await actions.askParent(quirk, props.onChooseQuirk)
    if (parent) await moved(quirk, actions.moveInto(quirk, parent))
  }
  const nestDeeper = (line: OutlineLine) => {
    const into = lineBefore(lines, lines.indexOf(line))
    if (into) void moved(line.quirk, actions.moveInto(line.quirk, into.quirk))
  }
  const nestHigher = ({ quirk }: OutlineLine) => {
    if (quirk.parentQuirkId === none) return
    const into = rows.get(parents.get(quirk.parentQuirkId) ?? none)
    void moved(quirk, into ? actions.moveInto(quirk, into) : actions.moveOut(quirk))
  }
  const remove = async ({ id }: QuirkRow) => {
    const next = lines[at + 1] ?? lines[at - 1]
    if ((await removeQuirk(id)) && next) focus(next.quirk.id)
  }
  const merge = async ({ id }: QuirkRow) => {
    const target = await props.onMerge(id)
    if (target !== null) focus(target)
  }
  const highlight = (quirk: QuirkRow) => actions.highlight(quirk, editor.selection)
  const create = async (title: string) => {
    const made = await project.run('createQuirk', { title })
    if (isProblem<unknown>(made)) return showProblem(made.problem)
    setText('')
    focus(made.ok)
  }
  const openMenu = ({ id }: QuirkRow, place: OpenMenu['at']) => {
    onFocus(id)
    setMenu({ at: place, quirkId: id })
  }

  const act = (event: KeyboardEvent<HTMLElement>, line: OutlineLine): boolean => {
    const is = (id: ActionId) => isKeyOf(event, id)
    const { quirk } = line
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    if (is('quirkMenu')) openMenu(quirk, { x: left + 24, y: bottom })
    else if (is('overview')) props.onOverview(quirk.id)
    else if (is('showOnCanvas')) props.onGo(quirk.id)
    else if (!writes) return false
    else if (is('nestDeeper')) nestDeeper(line)
    else if (is('nestHigher')) nestHigher(line)
    else if (is('editQuirk')) props.onEditQuirk(quirk.id)
    else if (is('deleteQuirk')) {
      // While it is held, the focus is on the next one already.
      if (!event.repeat) void remove(quirk)
    } else if (is('moveInto')) void moveInto(quirk)
    else if (is('mergeQuirk')) void merge(quirk)
    else if (is('addChild')) void addChild(quirk.id)
    else if (is('highlightHere')) highlight(quirk)
    else return false
    return true
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, line: OutlineLine) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isSwitchedOff(event)) return
    const step = event.shiftKey ? undefined : stepFrom(lines, lines.indexOf(line), event.key)
    if (step === 'fold') onFold(line.quirk.id)
    else if (step) focus(step.quirk.id)
    else if (!act(event, line)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const acts = useSteadyActs({
    onFocus: ({ id }) => onFocus(id),
    onKey,
    onFold,
    onMark: ({ id }) => markQuirk(id),
    onOpen: props.onOverview,
    onMenu: openMenu,
  })
  useEffect(() => onMarked((quirkId) => onFocus(quirkId, true)), [onFocus])

  const chosen = menu && rows.get(menu.quirkId)
  const menuItems = chosen
    ? treeMenu(t, {
        overview: () => props.onOverview(chosen.id),
        showOnCanvas: () => props.onGo(chosen.id),
        quotes: () => props.onQuotes([chosen.id]),
        write: writes && {
          highlight: selection ? () => highlight(chosen) : undefined,
          addChild: () => void addChild(chosen.id),
          edit: () => props.onEditQuirk(chosen.id),
          moveInto: () => void moveInto(chosen),
          moveOut: chosen.parentQuirkId === none ? undefined : () => void moved(chosen, actions.moveOut(chosen)),
          merge: () => void merge(chosen),
          remove: () => void remove(chosen),
        },
      })
    : []
  const isNew = sought !== '' && writes && !inOrder.some(({ title }) => fold(title) === fold(sought))
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const best = event.key === 'Enter' && sought !== '' ? bestOf(lines, sought) : lines[0]?.quirk
    if (event.key === 'Enter' && isNew && (!best || event.ctrlKey || event.metaKey)) void create(sought)
    else if (best) {
      focus(best.id)
      markQuirk(best.id)
    }
  }
  const passages = inOrder.reduce((sum, { highlights }) => sum + highlights, 0)
  return (
    <section
      className="codebook"
      aria-label={t('codebook.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !props.isOver || menu) return
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
        {writes && (
          <IconButton
            icon={PlusIcon}
            label={t('quirk.new')}
            onClick={() => void props.onNewQuirk({}).then(focusMade)}
          />
        )}
        <IconButton icon={CloseIcon} label={t('codebook.close')} onClick={props.onClose} />
      </header>
      <div className="codebook-search">
        <SearchField
          label={t(writes ? 'quirk.searchOrCreate' : 'quirk.search')}
          value={text}
          onChange={setText}
          onKeyDown={onSearchKey}
        />
        {isNew && (
          <Button kind="quiet" icon={PlusIcon} onClick={() => void create(sought)}>
            {t('quirk.createNamed', { title: sought })}
          </Button>
        )}
      </div>
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
                    title={actions.named(quirk)}
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
        {lines.length === 0 && (
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
        <span>{t('group.count', { n: inOrder.length })}</span>
        <span>{t('canvas.highlights', { n: passages })}</span>
      </footer>
      <ByKey>
        <p id="codebook-keys" hidden>
          {t('codebook.keysHint')}
        </p>
      </ByKey>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      <MenuAt
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        label={chosen ? actions.named(chosen) : ''}
        items={menuItems}
      />
    </section>
  )

  function focusMade(quirkId: number | null): void {
    if (quirkId !== null) focus(quirkId)
  }
}

/** By title; what was in order stays so from one step to the next, so that thousands are not sorted anew. */
function useTitleOrder(rows: ReadonlyMap<Key, QuirkRow>): readonly QuirkRow[] {
  const before = useRef<readonly number[]>([])
  return useMemo(() => {
    const known = before.current.flatMap((id) => rows.get(id) ?? [])
    const had = new Set(before.current)
    const added = [...rows.values()].filter(({ id }) => !had.has(id))
    const inOrder = [...known, ...added].sort((a, b) => compareTitles(a.title, b.title) || a.id - b.id)
    before.current = inOrder.map(({ id }) => id)
    return inOrder
  }, [rows])
}

/** The lines that stand for what is pointed at elsewhere: its own, or that of what it is folded into. Null: nothing is. */
function linesOf(lines: readonly OutlineLine[], parents: Parents, pointed: Brushed | null): ReadonlySet<number> | null {
  if (!pointed || pointed.by === 'codebook') return null
  const listed = new Set(lines.map(({ quirk }) => quirk.id))
  const found = new Set<number>()
  for (const quirkId of pointed.quirkIds) {
    const line = [quirkId, ...ancestors(parents, quirkId)].find((id) => listed.has(id))
    if (line !== undefined) found.add(line)
  }
  return found
}

/** Which lines are drawn, and the one that has, or last had, the focus. */
function useLines(lines: readonly OutlineLine[]) {
  const rowHeight = useMedia('(pointer: coarse)') ? rowHeights.coarse : rowHeights.fine
  const [chosen, setChosen] = useState<number | null>(null)
  const found = lines.findIndex(({ quirk }) => quirk.id === chosen)
  const at = Math.max(0, found)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useInSight({
    scroller,
    count: lines.length,
    sizeOf: () => rowHeight,
    sizes: rowHeight,
    kept: at,
    beyond: 10,
  })
  /** The line to be scrolled to, and whether the focus goes there: one that was just made or opened comes with the next rows. */
  const wanted = useRef<{ id: number; isFocused: boolean } | null>(null)
  useEffect(() => {
    const { id, isFocused } = wanted.current ?? {}
    if (id !== chosen || found < 0) return
    list.scrollToIndex(found, { align: 'auto' })
    const row = document.getElementById(rowId(id))
    if (!row) return
    wanted.current = null
    if (isFocused) row.focus({ preventScroll: true })
  })
  const choose = useRef((id: number, want: { isFocused: boolean } | null) => {
    const { current: before } = wanted
    // Whoever marks the line that the focus is on its way to does not stop it.
    if (want) wanted.current = { id, isFocused: want.isFocused || (before?.id === id && before.isFocused) }
    setChosen(id)
  }).current
  const [focus] = useState(() => (id: number) => choose(id, { isFocused: true }))
  const [onFocus] = useState(
    () =>
      (id: number, isShown = false) =>
        choose(id, isShown ? { isFocused: false } : null),
  )
  return { chosenLine: chosen, at, scroller, list, focus, onFocus }
}

/** The same functions at every drawing, which call the latest: rows are drawn anew only where they change. */
function useSteadyActs(acts: CodebookActs): CodebookActs {
  const latest = useRef(acts)
  latest.current = acts
  const [steady] = useState(
    (): CodebookActs => ({
      onFocus: (quirk) => latest.current.onFocus(quirk),
      onKey: (event, line) => latest.current.onKey(event, line),
      onFold: (quirkId) => latest.current.onFold(quirkId),
      onMark: (quirk) => latest.current.onMark(quirk),
      onOpen: (quirkId) => latest.current.onOpen(quirkId),
      onMenu: (quirk, at) => latest.current.onMenu(quirk, at),
    }),
  )
  return steady
}
