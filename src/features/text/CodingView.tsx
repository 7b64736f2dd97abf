import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows, useValue } from '../../data/useLive.ts'
import { useSettings } from '../../data/useSettings.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { firstQuestionId } from '../../model/schema.ts'
import { device } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EditIcon, SourceIcon } from '../../ui/icons.ts'
import { MenuAt, type Point } from '../../ui/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menuEntry.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { CodingHooks } from './codingEditor.ts'
import { FindBar } from './FindBar.tsx'
import { endFind } from './find.ts'
import type { ColumnConfig } from './highlightColumn.ts'
import { highlightMenu } from './highlightMenu.tsx'
import { highlightsAt, type PlacedHighlight } from './highlightState.ts'
import { TextTools } from './TextTools.tsx'
import { textMenu } from './textMenu.ts'
import { type AnswerView, useAnswerView } from './useAnswerView.ts'
import { showProblem, useCodingActions } from './useCodingActions.ts'
import { useQuirkLooks } from './useQuirkLooks.ts'
import { useReveal } from './useReveal.ts'

export interface CodingViewProps {
  sourceId: number
  questionId?: number
  /** Lets a quirk be chosen for a passage; with `highlightId`, another one for that highlight. */
  onPickQuirk: (passage: Passage, highlightId?: number) => void
  /** Lets a quirk be made for a passage. */
  onNewQuirk?: (passage: Passage) => void
  /** The quirk used last, for the key that uses it again. */
  lastQuirkId?: number | null
  onHighlighted?: (quirkId: number) => void
}

/** Reading, coding and editing the text of one source. */
export function CodingView({ questionId = firstQuestionId, ...rest }: CodingViewProps) {
  return <OpenText key={`${rest.sourceId}:${questionId}`} {...rest} questionId={questionId} />
}

function OpenText(props: CodingViewProps & { questionId: number }) {
  const { sourceId, questionId } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { editing } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const title = useValue('source', { sourceId })?.title ?? ''
  const quirks = useRows('quirks', {})
  const settings = useSettings(useSnapshot(device).settings)
  const element = useRef<HTMLDivElement>(null)
  const place = useMemo(() => ({ sourceId, questionId }), [sourceId, questionId])
  const [menu, setMenu] = useState<{ at: Point; items: MenuEntry[]; label: string } | null>(null)
  const [finding, setFinding] = useState(false)
  const [updates, setUpdates] = useState(0)

  const opened = useRef<AnswerView>({ state: 'loading' })
  const last = props.lastQuirkId == null ? undefined : quirks?.get(props.lastQuirkId)
  const lastTitle = last && (last.title || t('quirk.untitled'))
  const actions = useCodingActions({ props, canWrite, last, view: () => opened.current })

  const menuOf = (highlights: readonly PlacedHighlight[]): MenuEntry[] =>
    highlightMenu(highlights, {
      t,
      canWrite,
      quirkOf: (id) => quirks?.get(id),
      onRecode: (it) => props.onPickQuirk({ ...place, start: it.from, length: it.to - it.from }, it.id),
      onSelect: actions.select,
      onRemove: (it) => actions.remove([it]),
    })
  const openMenu = (at: Point) => {
    if (opened.current.state !== 'open') return
    const { state } = opened.current.coding.view
    const { from, to } = state.selection.main
    const items = textMenu({
      t,
      actions,
      canWrite,
      editing: editor.editing,
      hasSelection: editor.selection !== null,
      canCreate: props.onNewQuirk !== undefined,
      lastTitle,
      here: menuOf(highlightsAt(state, from, to)),
      onFind: () => setFinding(true),
    })
    setMenu({ at, items, label: t('text.menu') })
  }

  const label = editing ? t('text.labelEditing', { title }) : t('text.label', { title })
  const share = settings.highlightColumnWidth
  const latest = useRef({ actions, openMenu, menuOf, quirks })
  latest.current = { actions, openMenu, menuOf, quirks }
  const column = useMemo<ColumnConfig>(
    () => ({
      share: share / 100,
      label: t('text.highlightColumn'),
      nameOf: ({ value }) => {
        const quirk = latest.current.quirks?.get(value.quirkId)
        return t('text.highlightBy', { title: quirk?.title || t('quirk.untitled'), author: value.author })
      },
      moreName: (n) => t('text.moreLanes', { n }),
      onOpen: (highlights, box) =>
        setMenu({
          at: { x: box.right + 4, y: Math.min(Math.max(box.top, 8), innerHeight - 160) },
          items: latest.current.menuOf(highlights),
          label: t('text.highlightsHere'),
        }),
      onRemove: (highlight) => latest.current.actions.remove([highlight]),
    }),
    [share, t],
  )
  const hooks = useMemo<CodingHooks>(
    () => ({
      onSelection: (passage) => {
        editor.selection = passage
      },
      onUpdate: () => setUpdates((n) => n + 1),
      onPick: () => latest.current.actions.pick(),
      onAgain: () => latest.current.actions.again(),
      onEdit: (on) => latest.current.actions.edit(on),
      onFind: () => setFinding(true),
      onMenu: (at) => latest.current.openMenu(at),
    }),
    [editor],
  )
  const view = useAnswerView({ project, place, element, label, column, hooks, onProblem: showProblem })
  opened.current = view

  const coding = view.state === 'open' ? view.coding : null
  useEffect(() => coding?.setEditing(editing, label), [coding, editing, label])
  useEffect(() => coding?.setColumn(column), [coding, column])
  useQuirkLooks(coding?.view ?? null, quirks)
  useReveal(coding?.view ?? null, editor, updates)
  // Someone has made this project read-only for us meanwhile.
  useEffect(() => {
    if (!canWrite) editor.editing = false
  }, [canWrite, editor])
  // The state of the tab's editor is this text's only as long as it is shown.
  useEffect(
    () => () => {
      editor.editing = false
      editor.selection = null
    },
    [editor],
  )

  const size = settings.sourceFontSize
  const isEmpty = coding !== null && !editing && coding.view.state.doc.length === 0
  return (
    <div className="text" style={{ '--source-font-size': `${size}px` }} data-editing={editing || undefined}>
      <TextTools
        coding={coding}
        answer={view.state === 'open' ? view.answer : null}
        editing={editing}
        canWrite={canWrite}
        lastTitle={lastTitle}
        finding={finding}
        onPick={actions.pick}
        onAgain={actions.again}
        onFind={() => setFinding(!finding)}
        onEdit={actions.edit}
      />
      {finding && coding && (
        <FindBar
          view={coding.view}
          onClose={() => {
            setFinding(false)
            endFind(coding.view)
            coding.view.focus()
          }}
        />
      )}
      <div className="text-host" ref={element} hidden={isEmpty} />
      {view.state === 'loading' && (
        <div className="text-loading">
          <Skeleton lines={9} height="0.9em" />
        </div>
      )}
      {(isEmpty || view.state === 'missing') && (
        <EmptyState
          icon={SourceIcon}
          title={t('text.empty')}
          actions={
            isEmpty &&
            canWrite && (
              <Button kind="primary" icon={EditIcon} onClick={() => actions.edit(true)}>
                {t('text.edit')}
              </Button>
            )
          }
        >
          {t('text.emptyText')}
        </EmptyState>
      )}
      <MenuAt at={menu?.at ?? null} items={menu?.items ?? []} label={menu?.label ?? ''} onClose={() => setMenu(null)} />
    </div>
  )
}
