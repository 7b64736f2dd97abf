/** The memos of the open text on the page: a column beside it, or where that is too narrow a sheet under it. */

import type { EditorView } from '@codemirror/view'
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { entryOf } from '../../../actions/actionFace.ts'
import { shortcutOf } from '../../../actions/actionKeys.ts'
import { useProject } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { memoColumnWidth } from '../../../model/limits.ts'
import { editorOf } from '../../../state/editor.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import type { MemoMenu } from '../textMenu.ts'
import type { AnswerView } from '../useAnswerView.ts'
import { MemoColumn } from './MemoColumn.tsx'
import { type MemoBoxesConfig, memoBoxesConfig, type ShownMemo, setMemoBoxes } from './memoBoxes.ts'
import { memoState, memosAt } from './memoState.ts'
import { type MemoActions, useMemos } from './useMemos.ts'

const MemoSheet = lazyPart(async () => (await import('./MemoSheet.tsx')).MemoSheet)

/** In px, of the text with all that is beside it: with less, cards would be too narrow to read, and so would the text. */
const ROOM_FOR_COLUMN = 440
const BEGINNING = 40
/** Where the text is narrow the closed column is as wide as its marks. */
const MARKS = '28px'

export interface MemoPane extends MemoActions {
  isOpen: boolean
  /** Of the width of the text. */
  width: string
  config: MemoBoxesConfig
  view: (view: EditorView) => ReactNode
  /** For the menu of the text at these positions. */
  menu: (from: number, to: number) => MemoMenu
}

interface MemoPaneOptions {
  place: AnswerPlace
  opened: AnswerView
  canWrite: boolean
  frame: RefObject<HTMLElement | null>
  /** Of the open column, in hundredths. */
  share: number
}

export function useMemoPane({ place, opened, canWrite, frame, share }: MemoPaneOptions): MemoPane {
  const t = useT()
  const editor = editorOf(useProject().uuid)
  const { memosOpen, memoWanted } = useSnapshot(editor)
  const isNarrow = useNarrowerThan(frame, ROOM_FOR_COLUMN)
  const [isSheet, setSheet] = useState(false)
  const [shown, setShown] = useState<readonly ShownMemo[]>([])
  const [isAskedFor, setAskedFor] = useState(false)
  const hasHadSome = useRef(false)
  const held = opened.state === 'open' ? opened.coding.view.state.field(memoState) : null
  const hasNone = held?.isLoaded && held.list.length === 0 && !held.writing
  if (held?.isLoaded && !hasNone) hasHadSome.current = true
  // A text without memos has the room for reading, until they are asked for here. What has opened stays, so that no line moves under the eye.
  const isForReading = hasNone && !isAskedFor && !hasHadSome.current
  const isOpen = isNarrow ? isSheet : memosOpen && !isForReading
  const actions = useMemos({
    place,
    opened,
    canWrite,
    isOpen,
    onOpen: (next) => {
      if (isNarrow) return setSheet(next)
      editor.memosOpen = next
      setAskedFor(next)
    },
    selection: () => editor.selection,
  })
  const isColumn = isOpen && !isNarrow
  const latest = useRef({ actions, isOpen })
  latest.current = { actions, isOpen }
  const config = useMemo<MemoBoxesConfig>(
    () => ({
      isOpen: isColumn,
      onShown: setShown,
      onHere: (memo) => {
        if (latest.current.isOpen && !latest.current.actions.draft) latest.current.actions.activate(memo?.id ?? null)
      },
    }),
    [isColumn],
  )
  const coding = opened.state === 'open' ? opened.coding : null
  useEffect(() => {
    if (coding && coding.view.state.facet(memoBoxesConfig) !== config)
      coding.view.dispatch({ effects: setMemoBoxes(config) })
  }, [coding, config])
  // The text has another width or height now.
  useEffect(() => {
    if (isOpen) latest.current.actions.revealActive()
  }, [isOpen])
  const { sourceId } = place
  useEffect(() => {
    if (!coding || memoWanted !== sourceId) return
    editor.memoWanted = null
    latest.current.actions.writeOnSource()
  }, [coding, memoWanted, sourceId, editor])

  const menu = (from: number, to: number): MemoMenu => {
    const state = coding?.view.state
    const names = new Map<string, number>()
    const here = (state ? memosAt(state, from, to) : []).map(({ id, memo }) => {
      // Labels name the entries of a menu: those that begin alike are told apart by number.
      const name = beginning(memo.content) || t('memo.nothing')
      const n = (names.get(name) ?? 0) + 1
      names.set(name, n)
      return { label: n > 1 ? `${name} (${n})` : name, onSelect: () => actions.activate(id, true) }
    })
    const n = state?.field(memoState).shown.length ?? 0
    return {
      write: actions.write,
      here,
      all: [
        entryOf(t, 'memoOnSource', canWrite, actions.writeOnSource),
        {
          label: isOpen ? t('memo.hide') : t('memo.show', { n }),
          shortcut: shortcutOf('memos'),
          onSelect: actions.toggle,
        },
      ],
    }
  }
  return {
    ...actions,
    isOpen,
    config,
    width: isColumn ? `${share}%` : isNarrow ? MARKS : `${memoColumnWidth.closed}%`,
    menu,
    view: (view) => (
      <>
        <MemoColumn view={view} shown={shown} isOpen={isColumn} canWrite={canWrite} actions={actions} />
        <Suspense>{isOpen && isNarrow && <MemoSheet view={view} canWrite={canWrite} actions={actions} />}</Suspense>
      </>
    ),
  }
}

function beginning(content: string): string {
  const line = content.trim().replace(/\s+/g, ' ')
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line
}

function useNarrowerThan(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const sizes = new ResizeObserver(([entry]) => {
      // One that is hidden has no width.
      if (entry && entry.contentRect.width > 0) setNarrow(entry.contentRect.width < width)
    })
    sizes.observe(element.current)
    return () => sizes.disconnect()
  }, [element, width])
  return isNarrow
}
