import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isKeyOf } from '../../actions/actionKeys.ts'
import type { ActionId } from '../../actions/actions.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useRemoval } from '../../data/live/useRemoval.ts'
import { useSettings } from '../../data/live/useSettings.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { type Key, none } from '../../model/schema.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import { device, isSwitchedOff } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { KeyedViewEnd } from '../../ui/menus/KeyedViewEnd.tsx'
import { MenuAt } from '../../ui/menus/MenuAt.tsx'
import { isNowhere } from '../../ui/useArrival.ts'
import { useSaid } from '../../ui/useSaid.ts'
import { itemId } from './TreeCard.tsx'
import { TreeHead } from './TreeHead.tsx'
import { TreeNode } from './TreeNode.tsx'
import { TreeNothing } from './TreeNothing.tsx'
import { treeMenu } from './treeMenu.ts'
import { goFrom, inOrder, type Node, parentsOf, pathTo, treeOf } from './treeOf.ts'
import { type ChooseQuirk, useTreeActions } from './useTreeActions.ts'
import { useTreeDrag } from './useTreeDrag.ts'

export interface TreeViewProps {
  /** Whose tree it is. */
  quirkId: number
  /** Another quirk's tree in its place. */
  onOverview: (quirkId: number) => void
  /** Back to the project's page: asked for, or because the tree has become empty (1 §2). */
  onClose: () => void
  /** Opens the form; resolves to the new quirk's id, or null when it was left. */
  onNewQuirk: (request: { parentQuirkId: number }) => Promise<number | null>
  onEditQuirk: (quirkId: number) => void
  /** Gives a passage to a quirk. */
  onCode: CodePassage
  /** Resolves to whether it was removed. */
  onRemoveQuirk: (quirkId: number) => Promise<boolean>
  onChooseQuirk: ChooseQuirk
  /** Asks into which quirk this one is merged; resolves to that one, or null when the question was left. */
  onMerge: (quirkId: number) => Promise<number | null>
}

/** A quirk with what is inside it, at every depth: columns for its children, in them their children. */
export function TreeView(props: TreeViewProps) {
  const rows = useRows('quirks', {})
  if (!rows) return <Skeleton lines={4} after={200} />
  return <Tree {...props} rows={rows} />
}

interface OpenMenu {
  at: { x: number; y: number }
  quirkId: number
}

function Tree({ rows, quirkId, ...props }: TreeViewProps & { rows: ReadonlyMap<Key, QuirkRow> }) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection, uncheckedGroups } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const counter = useSettings(useSnapshot(device).settings).highlightCounter
  const shown = useShownQuirks(uncheckedGroups)
  const top = useMemo(() => treeOf(rows, quirkId, shown ?? null), [rows, quirkId, shown])
  const list = useMemo(() => (top ? inOrder(top) : []), [top])
  const most = useMemo(() => [...rows.values()].reduce((high, row) => Math.max(high, row.highlights), 0), [rows])
  const { said, say } = useSaid()
  const [told, setTold] = useState<ReadonlySet<number>>(new Set())
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const actions = useTreeActions(rows, say, props.onCode)
  const { active, focus, isAt, onFocus } = useActive(quirkId, list)
  // One's own undo has brought it back: the next key is for it.
  const removeQuirk = useRemoval(props.onRemoveQuirk, (id) => {
    if (isNowhere() || document.activeElement?.closest('.tree')) focus(id)
    else onFocus(id)
  })
  const parents = useMemo(() => parentsOf(rows), [rows])
  /** The focus goes along, as long as it stays in this tree. Whoever has gone on to another meanwhile is not fetched back. */
  const moved = async (quirk: QuirkRow, parent: QuirkRow | null, done: Promise<boolean>) => {
    const stays = quirk.id === quirkId || list.some((node) => node.quirk.id === parent?.id)
    const next = stays ? quirk.id : besides(list, quirk.id)
    if ((await done) && isAt(quirk.id)) focus(next)
  }
  const drag = useTreeDrag(parents, {
    onMove: (quirk, parent) => {
      void moved(quirk, parent, parent ? actions.moveInto(quirk, parent) : actions.moveOut(quirk))
    },
    onPassage: (quirk, passage) => actions.highlight(quirk, passage, true),
  })
  useWatchedEmpty(rows, quirkId, props.onClose)
  useEffect(() => {
    editor.treeParent = quirkId
    editor.treeActive = active
  }, [editor, quirkId, active])
  if (!top) return null

  const addChild = async (parent: QuirkRow) => {
    const made = await props.onNewQuirk({ parentQuirkId: parent.id })
    if (made !== null) focus(made)
  }
  const moveInto = async (quirk: QuirkRow) => {
    const parent = await actions.askParent(quirk, props.onChooseQuirk)
    if (parent) await moved(quirk, parent, actions.moveInto(quirk, parent))
  }
  const remove = async ({ quirk }: Node) => {
    const next = besides(list, quirk.id)
    if ((await removeQuirk(quirk.id)) && isAt(quirk.id)) focus(next)
  }
  const merge = async ({ id }: QuirkRow) => {
    const target = await props.onMerge(id)
    if (target === null) return
    if (id === quirkId) props.onOverview(target)
    else focus(target)
  }
  const highlight = (quirk: QuirkRow) => actions.highlight(quirk, editor.selection)
  const tell = (id: number) => {
    const next = new Set(told)
    if (!next.delete(id)) next.add(id)
    setTold(next)
  }
  const open = (node: Node) => node !== top && props.onOverview(node.quirk.id)

  const openMenu = (node: Node, at: OpenMenu['at']) => {
    onFocus(node.quirk.id)
    setMenu({ at, quirkId: node.quirk.id })
  }
  const act = (event: KeyboardEvent<HTMLElement>, node: Node): boolean => {
    const is = (id: ActionId) => isKeyOf(event, id)
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    if (is('quirkMenu')) openMenu(node, { x: left + 24, y: bottom })
    else if (is('overview')) open(node)
    else if (is('tell')) tell(node.quirk.id)
    else if (!writes) return false
    else if (is('editQuirk')) props.onEditQuirk(node.quirk.id)
    else if (is('deleteQuirk')) {
      // While it is held, the focus is on the next one already.
      if (!event.repeat) void remove(node)
    } else if (is('moveInto')) void moveInto(node.quirk)
    else if (is('mergeQuirk')) void merge(node.quirk)
    else if (is('addChild')) void addChild(node.quirk)
    else if (is('highlightHere')) highlight(node.quirk)
    else return false
    return true
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, node: Node) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isSwitchedOff(event)) return
    const to = goFrom(list, node, event.key)
    if (to) focus(to.quirk.id)
    else if (!act(event, node)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const chosen = list.find(({ quirk }) => quirk.id === menu?.quirkId)
  const menuItems = chosen
    ? treeMenu(t, {
        overview: chosen === top ? undefined : () => open(chosen),
        write: writes && {
          highlight: selection ? () => highlight(chosen.quirk) : undefined,
          addChild: () => void addChild(chosen.quirk),
          edit: () => props.onEditQuirk(chosen.quirk.id),
          moveInto: () => void moveInto(chosen.quirk),
          moveOut:
            chosen.quirk.parentQuirkId === none
              ? undefined
              : () => void moved(chosen.quirk, null, actions.moveOut(chosen.quirk)),
          merge: () => void merge(chosen.quirk),
          remove: () => void remove(chosen),
        },
      })
    : []
  const title = actions.named(top.quirk)
  const leaves = drag.dragged !== null && drag.dragged.parentQuirkId !== none
  return (
    <section
      className="tree"
      aria-label={t('tree.label', { title })}
      // Escape leaves it from wherever the focus is within.
      onKeyDown={(event) => {
        const inside = event.target instanceof Element && event.currentTarget.contains(event.target)
        if (!isKeyOf(event, 'leaveTree') || event.defaultPrevented || menu || !inside) return
        event.preventDefault()
        props.onClose()
      }}
    >
      <TreeHead
        path={pathTo(rows, quirkId).map((quirk) => ({ quirk, title: actions.named(quirk) }))}
        title={title}
        drag={drag}
        onOverview={props.onOverview}
        onClose={props.onClose}
      />
      <div className="tree-body">
        <div className="tree-top" role="tree" aria-label={t('tree.label', { title })} aria-describedby="tree-keys">
          <TreeNode
            node={top}
            most={most}
            counter={counter}
            writes={writes}
            active={active}
            told={told}
            drag={drag}
            named={actions.named}
            onFocus={onFocus}
            onKey={onKey}
            onTell={tell}
            onOverview={open}
            onAdd={(quirk) => void addChild(quirk)}
            onMenu={openMenu}
          />
        </div>
        {top.children.length === 0 ? (
          <TreeNothing title={title} onAdd={writes ? () => void addChild(top.quirk) : undefined} />
        ) : (
          writes && (
            <div className="tree-add">
              <Button icon={PlusIcon} onClick={() => void addChild(top.quirk)}>
                {t('tree.addChild')}
              </Button>
            </div>
          )
        )}
      </div>
      {leaves && (
        <p className="tree-out" data-drop={drag.mark(null)} {...drag.target(null)}>
          {t('tree.dropOut')}
        </p>
      )}
      <KeyedViewEnd keysId="tree-keys" keys={t('tree.keysHint')} said={said}>
        <MenuAt
          at={menu?.at ?? null}
          onClose={() => setMenu(null)}
          label={chosen ? actions.named(chosen.quirk) : ''}
          items={menuItems}
        />
      </KeyedViewEnd>
    </section>
  )
}

/** Who stands next to a quirk that goes: the one after it in its column, the one before it, else what it is inside of. */
function besides(list: readonly Node[], quirkId: number): number {
  const node = list.find(({ quirk }) => quirk.id === quirkId)
  const siblings = list.filter(({ parent }) => parent === node?.parent)
  const place = node ? siblings.indexOf(node) : 0
  return (siblings[place + 1] ?? siblings[place - 1])?.quirk.id ?? node?.parent ?? none
}

/** The quirk that has, or last had, the focus: the one that Tab goes to. Another tree begins at its top. */
function useActive(quirkId: number, list: readonly Node[]) {
  const [chosen, setChosen] = useState(quirkId)
  const newest = useRef(quirkId)
  const wanted = useRef<number | null>(quirkId)
  const active = list.some(({ quirk }) => quirk.id === chosen) ? chosen : quirkId
  const shown = useRef(quirkId)
  if (shown.current !== quirkId) {
    shown.current = quirkId
    wanted.current = quirkId
  }
  // One that was just made or moved comes with the next rows. The root stands at the top: nothing has to scroll for it.
  useEffect(() => {
    const element = wanted.current === null ? null : document.getElementById(itemId(wanted.current))
    if (!element) return
    element.focus({ preventScroll: wanted.current === quirkId })
    wanted.current = null
  })
  const onFocus = (id: number) => {
    newest.current = id
    setChosen(id)
  }
  const focus = (id: number) => {
    wanted.current = id
    onFocus(id)
    document.getElementById(itemId(id))?.focus()
  }
  const isAt = (id: number) => newest.current === id
  return { active, focus, isAt, onFocus }
}

/** Tells when the quirk is gone, or the last that was inside it: the tree has become empty. */
function useWatchedEmpty(rows: ReadonlyMap<Key, QuirkRow>, quirkId: number, onEmpty: () => void): void {
  const children = useMemo(
    () => [...rows.values()].filter(({ parentQuirkId }) => parentQuirkId === quirkId).length,
    [rows, quirkId],
  )
  const before = useRef({ quirkId, children })
  const gone = !rows.has(quirkId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    const emptied = before.current.quirkId === quirkId && before.current.children > 0 && children === 0
    before.current = { quirkId, children }
    if (gone || emptied) onEmpty()
  }, [gone, quirkId, children])
}
