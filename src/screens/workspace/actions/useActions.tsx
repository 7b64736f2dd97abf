import { type ReactNode, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { offered } from '../../../actions/offers.ts'
import { useProject } from '../../../data/live/useLive.ts'
import { can } from '../../../data/server/serverFacts.ts'
import type { ExportKind } from '../../../features/export/exportKinds.ts'
import { noneAsked, type PropertiesAsked } from '../../../features/properties/asked.ts'
import type { ReportKind } from '../../../features/report/reportEntries.ts'
import { useSourceActions } from '../../../features/sources/useSourceActions.tsx'
import { useT } from '../../../i18n/useT.ts'
import { none } from '../../../model/schema.ts'
import { turnParagraphNumbers } from '../../../state/device.ts'
import { editorOf, openSource, revealPassage, showAllGroups } from '../../../state/editor.ts'
import { useKeyboard } from '../../../ui/keyboard.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { arriveAt, inTextOf } from '../../../ui/useArrival.ts'
import { HelpDialog, type HelpDialogName } from '../../HelpDialog.tsx'
import { go } from '../../hash.ts'
import { openHelp } from '../../openHelp.ts'
import { type DeskViewName, deskViews } from '../../views/views.ts'
import type { Undo } from '../undo/useUndo.ts'
import { type Handlers, possible } from './doable.ts'
import { exportActions } from './exportActions.ts'
import { reportActions } from './reportActions.ts'
import { useActionKeys } from './useActionKeys.ts'

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette)
const PropertyDialogs = lazyPart(
  async () => (await import('../../../features/properties/PropertyDialogs.tsx')).PropertyDialogs,
)
const ShortcutSheet = lazyPart(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet)
const QuestionsDialog = lazyPart(
  async () => (await import('../../../features/sources/QuestionsDialog.tsx')).QuestionsDialog,
)
const TextSearch = lazyPart(async () => (await import('../../../features/textSearch/TextSearch.tsx')).TextSearch)

interface Doing {
  undo: Undo
  canWrite: boolean
  onImport: () => void
  onScan: () => void
  /** Left out where recordings do not become texts. */
  onTranscription: (() => void) | undefined
  onExport: (kind: ExportKind) => void
  onReport: (kind: ReportKind) => void
  /** What can be done with the project as a file, or as one of the server's. */
  fileActions?: Handlers
  onGroups: () => void
  onSettings: () => void
  /** Left out where projects cannot be shared. */
  onPeople: (() => void) | undefined
  onChat: () => void
  onNewQuirk: () => void
  onCodebook: () => void
  /** Back to the canvas; null where it is shown. */
  onCanvas: (() => void) | null
  /** Another view in place of the canvas. */
  onView?: (view: DeskViewName) => void
  /** Shows a quirk where it is. */
  onQuirk: (quirkId: number) => void
  /** What can be done to one quirk. */
  quirkActions?: Handlers | undefined
  /** Highlights the selected words. */
  onHighlight: (quirkId: number) => void
  /** Lets all hits of a search be highlighted. */
  onCodeBySearch: (text: string) => void
  /** A source has been opened. */
  onSource: (sourceId: number) => void
}

export interface Acting {
  handlers: Handlers
  openPalette: () => void
  openShortcuts: () => void
  openHelpDialog: (dialog: HelpDialogName) => void
  openTextSearch: () => void
  /** The table of the properties of all sources, or those of one. */
  openProperties: (sourceId: number | null) => void
  dialogs: ReactNode
}

/** What can be done on the page now, by key or from the palette; `dialogs` are to be drawn. */
export function useActions(doing: Doing): Acting {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { editing, uncheckedGroups } = useSnapshot(editor)
  const { create } = useSourceActions()
  const [palette, setPalette] = useState({ turn: 0, open: false, fromText: false })
  const [shown, show] = useState<'shortcuts' | HelpDialogName | null>(null)
  const [questions, setQuestions] = useState<'never' | boolean>('never')

  const [properties, setProperties] = useState<PropertiesAsked | null>(null)
  const askProperties = (change: Partial<PropertiesAsked>) =>
    setProperties((before) => ({ ...noneAsked, ...before, ...change }))
  const openProperties = (sourceId: number | null) => askProperties(sourceId === null ? { table: true } : { sourceId })
  /** Of the source whose row has the focus, or of the one that is read. */
  const openPropertiesHere = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-source]')
    const sourceId = Number(row?.dataset.source ?? editor.activeSource)
    if (sourceId !== none) openProperties(sourceId)
  }

  const openPalette = () => {
    const fromText = document.activeElement?.closest('.cm-editor') != null
    setPalette(({ turn }) => ({ turn: turn + 1, open: true, fromText }))
  }
  const keyboard = useKeyboard()
  const openShortcuts = () => show('shortcuts')
  const [searching, setSearching] = useState({ turn: 0, open: false })
  const openTextSearch = () => setSearching(({ turn }) => ({ turn: turn + 1, open: true }))
  const openFound = (sourceId: number) => {
    openSource(editor, sourceId)
    doing.onSource(sourceId)
  }
  const { undo, redo, paused, take } = doing.undo
  const step = (way: 'undo' | 'redo', title: string | null) =>
    title === null || paused ? undefined : { run: () => take(way), title: t(`project.${way}`, { title }) }
  const always = (run: () => void) => ({ run })

  const { fit, tidy, zoomIn, zoomOut, ...text } = offered()
  const inView = (run: (() => void) | undefined, show: () => void) =>
    run && {
      run: () => {
        show()
        run()
      },
    }
  // Read when the palette opens, which draws this anew.
  const { onView } = doing
  const isSelecting = editor.selection !== null
  const toCanvas = () => doing.onCanvas?.()
  const toText = () => doing.onSource(editor.activeSource)

  const handlers = possible(
    {
      newQuirk: always(doing.onNewQuirk),
      newSource: always(() => void create().then(() => doing.onSource(editor.activeSource))),
      import: always(doing.onImport),
      scan: always(doing.onScan),
      transcription: doing.onTranscription && always(doing.onTranscription),
      codeTo: inView(isSelecting ? text.codeTo : undefined, toText),
      newQuirkFrom: inView(text.newQuirkFrom, toText),
      codeAgain: inView(isSelecting ? text.codeAgain : undefined, toText),
      find: inView(text.find, toText),
      codeBySearch: always(text.codeBySearch ?? (() => doing.onCodeBySearch(''))),
      nextHighlight: inView(text.nextHighlight, toText),
      previousHighlight: inView(text.previousHighlight, toText),
      filterHighlights: inView(text.filterHighlights, toText),
      numbers: text.find && always(turnParagraphNumbers),
      print: text.find && always(() => setTimeout(() => globalThis.print(), paletteGone)),
      editText: inView(text.editText, toText),
      renameSpeaker: inView(text.renameSpeaker, toText),
      memo: inView(text.memo, toText),
      memoOnSource: inView(text.memoOnSource, toText),
      memos: inView(text.memos, toText),
      undo: step('undo', undo),
      redo: step('redo', redo),
      fit: inView(fit, toCanvas),
      tidy: inView(tidy, toCanvas),
      zoomIn: inView(zoomIn, toCanvas),
      zoomOut: inView(zoomOut, toCanvas),
      canvas: doing.onCanvas ? always(doing.onCanvas) : undefined,
      codebook: always(doing.onCodebook),
      ...doing.quirkActions,
      textSearch: always(openTextSearch),
      questions: always(() => setQuestions(true)),
      properties: always(() => openProperties(null)),
      sourceProperties: editor.activeSource === none ? undefined : always(() => openProperties(editor.activeSource)),
      groups: always(doing.onGroups),
      showAllGroups: uncheckedGroups.length > 0 ? always(() => showAllGroups(editor)) : undefined,
      settings: always(doing.onSettings),
      people: doing.onPeople && always(doing.onPeople),
      chat: always(() => setTimeout(doing.onChat, paletteGone)),
      shortcuts: keyboard ? always(openShortcuts) : undefined,
      help: always(openHelp),
      cite: always(() => show('cite')),
      about: always(() => show('about')),
      ...(onView && Object.fromEntries(deskViews.map((name) => [name, always(() => onView(name))]))),
      ...exportActions(t, doing.onExport),
      ...reportActions(doing.onReport),
      ...doing.fileActions,
      home: always(() => go('/projects')),
    },
    doing.canWrite,
    can,
  )
  const byKey: Handlers = {
    ...handlers,
    palette: always(openPalette),
    sourceProperties: always(openPropertiesHere),
    // Without a step to take, the key is still no undo of the browser's.
    undo: paused ? undefined : always(() => take('undo')),
    redo: paused ? undefined : always(() => take('redo')),
  }
  useActionKeys(byKey, { editing, seeking: palette.open })

  const dialogs = (
    <Suspense>
      {palette.turn > 0 && (
        <CommandPalette
          key={palette.turn}
          open={palette.open}
          onClose={() => setPalette((before) => ({ ...before, open: false }))}
          fromText={palette.fromText}
          handlers={handlers}
          onQuirk={doing.onQuirk}
          onHighlight={doing.onHighlight}
          onSource={(sourceId) => {
            openFound(sourceId)
            arriveAt(inTextOf(sourceId))
          }}
        />
      )}
      {searching.turn > 0 && (
        <TextSearch
          key={searching.turn}
          open={searching.open}
          onClose={() => setSearching((before) => ({ ...before, open: false }))}
          onChoose={(found) => {
            revealPassage(editor, found, { isFocused: true, isSought: found.hits !== 1 })
            doing.onSource(found.sourceId)
          }}
        />
      )}
      {questions !== 'never' && <QuestionsDialog open={questions} onClose={() => setQuestions(false)} />}
      {properties && (
        <PropertyDialogs
          asked={properties}
          onAsk={askProperties}
          onOpen={(sourceId) => {
            setProperties(noneAsked)
            openFound(sourceId)
          }}
          onUndo={take}
        />
      )}
      {shown === 'shortcuts' && <ShortcutSheet onClose={() => show(null)} />}
      <HelpDialog shown={shown === 'shortcuts' ? null : shown} inProject onClose={() => show(null)} />
    </Suspense>
  )
  return { handlers, openPalette, openShortcuts, openHelpDialog: show, openTextSearch, openProperties, dialogs }
}

/** Until the palette is off the page. In ms. */
const paletteGone = 250
