import { CodebookRow } from '../features/tree/CodebookRow.tsx'
import { outlineOf } from '../features/tree/outlineOf.ts'
import { TreeHead } from '../features/tree/TreeHead.tsx'
import { TreeNode } from '../features/tree/TreeNode.tsx'
import { TreeNothing } from '../features/tree/TreeNothing.tsx'
import { inOrder, type Node, treeOf } from '../features/tree/treeOf.ts'
import type { TreeDrag } from '../features/tree/useTreeDrag.ts'
import { useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import type { QuirkRow } from '../model/queries.ts'
import { none } from '../model/schema.ts'

const nothing = () => {}
const still = { onDragEnter: nothing, onDragOver: nothing, onDragLeave: nothing, onDrop: nothing }
const row = (id: number, title: string, parentQuirkId: number, highlights: number, description = ''): QuirkRow => {
  const color = PALETTE[id % PALETTE.length]?.hex ?? PALETTE[0].hex
  return { id, title, description, color, x: 0, y: 0, parentQuirkId, author: 'Ana', timestamp: 0, highlights }
}

/** Ids are the page's: each theme has its own. */
const rowsFrom = (id: number) => {
  const rows = [
    row(id + 1, 'Leaving home', none, 28, 'Going away, being sent away, and what is left behind.'),
    row(id + 2, 'Trains', id + 1, 9, 'Stations and timetables too.'),
    row(id + 3, 'Letters from the harbour', id + 1, 42),
    row(id + 4, 'Silence', id + 2, 1, 'What is not said.'),
    row(id + 5, '', id + 2, 0),
    row(id + 6, 'Work', none, 5),
  ]
  return new Map(rows.map((quirk) => [quirk.id, quirk]))
}

/** The tree view's parts: columns, a description asked for, what is dragged over, left out by a filter, and nothing inside; and lines of the codebook. */
export function TreeSamples({ name }: { name: 'light' | 'dark' }) {
  const first = name === 'light' ? 1000 : 2000
  const rows = rowsFrom(first)
  const filtered = rowsFrom(first + 100)
  const leaf = rows.get(first + 6)
  return (
    <div className="gallery-cards">
      <Tree top={treeOf(rows, first + 1, null)} told={first + 4} />
      <Tree top={treeOf(rowsFrom(first + 200), first + 201, null)} over={first + 203} />
      <Tree top={treeOf(rowsFrom(first + 300), first + 301, null)} over={first + 302} refused />
      <Tree top={treeOf(filtered, first + 101, new Set([first + 104]))} />
      {leaf && <Tree top={treeOf(rows, leaf.id, null)} />}
      <Outline rows={rowsFrom(first + 400)} shown={null} />
      <Outline rows={rowsFrom(first + 500)} shown={new Set([first + 504, first + 506])} />
    </div>
  )
}

interface TreeProps {
  top: Node | null
  told?: number
  over?: number
  refused?: boolean
}

function Tree({ top, told, over, refused }: TreeProps) {
  const t = useT()
  if (!top) return null
  const named = ({ title }: QuirkRow) => title || t('quirk.untitled')
  const drag: TreeDrag = {
    dragged: over === undefined ? null : (inOrder(top).at(-1)?.quirk ?? null),
    source: () => ({ draggable: true, onDragStart: nothing, onDragEnd: nothing }),
    target: () => still,
    mark: (parent) => (parent?.id === over ? (refused ? 'refused' : 'into') : undefined),
  }
  const title = named(top.quirk)
  return (
    <div className="gallery-card">
      <section className="tree" aria-label={`${t('tree.label', { title })} ${top.quirk.id}`}>
        <TreeHead
          path={told === undefined ? [] : [{ quirk: top.quirk, title: t('quirk.untitled') }]}
          title={title}
          drag={drag}
          onOverview={nothing}
          onClose={nothing}
        />
        <div className="tree-body">
          <div className="tree-top" role="tree" aria-label={t('tree.label', { title })}>
            <TreeNode
              node={top}
              most={42}
              counter
              writes
              active={top.quirk.id}
              told={new Set(told === undefined ? [] : [told])}
              drag={drag}
              named={named}
              onFocus={nothing}
              onKey={nothing}
              onTell={nothing}
              onOverview={nothing}
              onAdd={nothing}
              onMenu={nothing}
            />
          </div>
          {top.children.length === 0 && <TreeNothing title={title} onAdd={nothing} />}
        </div>
      </section>
    </div>
  )
}

interface OutlineProps {
  rows: ReadonlyMap<number, QuirkRow>
  /** What the groups filter leaves; null: all. */
  shown: ReadonlySet<number> | null
}

function Outline({ rows, shown }: OutlineProps) {
  const t = useT()
  const lines = outlineOf([...rows.values()], { closed: new Set(), sought: '', shown })
  const label = `${t('codebook.title')} ${lines[0]?.quirk.id}`
  return (
    <div className="gallery-card">
      <section className="codebook" aria-label={label}>
        <div role="tree" aria-label={label}>
          {lines.map((line, at) => (
            <CodebookRow
              key={line.quirk.id}
              line={line}
              title={line.quirk.title || t('quirk.untitled')}
              isTabStop={at === 0}
              isChosen={at === 1}
              isBrushed={null}
              onFocus={nothing}
              onKey={nothing}
              onFold={nothing}
              onMark={nothing}
              onOpen={nothing}
              onMenu={nothing}
            />
          ))}
        </div>
      </section>
    </div>
  )
}
