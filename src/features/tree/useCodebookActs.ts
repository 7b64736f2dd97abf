// What can be done with the quirks of the codebook: by the keys of a line, by its buttons, by its menu, and by what is dragged onto it.
import { type KeyboardEvent, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isKeyOf } from '../../actions/actionKeys.ts'
import type { ActionId } from '../../actions/actions.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useRemoval } from '../../data/live/useRemoval.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Parents } from '../../model/rules/nesting.ts'
import { type Key, none } from '../../model/schema.ts'
import { markQuirk } from '../../state/brush.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import { isSwitchedOff } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import type { CodebookActs } from './CodebookRow.tsx'
import { lineBefore, type OutlineLine, stepFrom } from './outlineOf.ts'
import { treeMenu } from './treeMenu.ts'
import type { Lines } from './useLines.ts'
import { type ChooseQuirk, useTreeActions } from './useTreeActions.ts'
import { useTreeDrag } from './useTreeDrag.ts'

/** What is done beside the codebook, and asked of the person. */
export interface CodebookDoes {
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

interface Outlined {
  rows: ReadonlyMap<Key, QuirkRow>
  parents: Parents
  lines: readonly OutlineLine[]
}

/** `say`: tells what was done, for those who do not see it. */
export function useCodebookActs(
  props: CodebookDoes,
  { rows, parents, lines }: Outlined,
  { at, focus, isAt, onFocus }: Lines,
  say: (words: string) => void,
) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const [menu, setMenu] = useState<{ at: Point; quirkId: number } | null>(null)
  const actions = useTreeActions(rows, say, props.onCode)
  const removeQuirk = useRemoval(props.onRemoveQuirk, focus)
  // Whoever has gone on to another line meanwhile is not fetched back.
  const moved = async ({ id }: QuirkRow, done: Promise<boolean>) => {
    if ((await done) && isAt(id)) focus(id)
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
  const foldAll = () =>
    setClosed(editor.closedQuirks.length > 0 ? [] : [...new Set(parents.values())].filter((id) => rows.has(id)))

  const add = async (request: { parentQuirkId?: number }) => {
    const made = await props.onNewQuirk(request)
    if (made !== null) focus(made)
  }
  const addChild = (parentQuirkId: number) => add({ parentQuirkId })
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
    if ((await removeQuirk(id)) && next && isAt(id)) focus(next.quirk.id)
  }
  const merge = async ({ id }: QuirkRow) => {
    const target = await props.onMerge(id)
    if (target !== null) focus(target)
  }
  const highlight = (quirk: QuirkRow) => actions.highlight(quirk, editor.selection)
  const openMenu = ({ id }: QuirkRow, place: Point) => {
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

  const chosen = menu && rows.get(menu.quirkId)
  const items = chosen
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
  return {
    acts,
    named: actions.named,
    drag,
    foldAll,
    addNew: () => void add({}),
    menu: {
      at: menu?.at ?? null,
      onClose: () => setMenu(null),
      label: chosen ? actions.named(chosen) : '',
      items,
    },
  }
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
