import { type ReactNode, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { exportEntries } from '../../features/export/exportEntries.ts'
import type { ExportKind } from '../../features/export/exportKinds.ts'
import { useExport } from '../../features/export/useExport.tsx'
import { useImport } from '../../features/import/useImport.tsx'
import { useQuirkDialogs } from '../../features/quirks/useQuirkDialogs.tsx'
import { picturesEntry, type ReportKind, reportEntries } from '../../features/report/reportEntries.ts'
import { useReport } from '../../features/report/useReport.tsx'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { editorOf, openSource, revealPassage } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { FloatingProgress } from '../../ui/feedback/FloatingProgress.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Banner } from '../Banner.tsx'
import { useSaveAs } from '../projectList/useSaveAs.tsx'
import { useHeldDrops } from '../strayDrops.ts'
import type { DeskViewName } from '../views/views.ts'
import { useActions } from './actions/useActions.tsx'
import { useChosenQuirkActions } from './actions/useChosenQuirkActions.ts'
import { usePlainWarning } from './protection/usePlainWarning.tsx'
import { QuirkGroups } from './QuirkGroups.tsx'
import { SourceTexts } from './SourceTexts.tsx'
import { SavingPill } from './saving/SavingPill.tsx'
import { useAtRisk } from './saving/useAtRisk.ts'
import { useWarnedLeaving } from './saving/useWarnedLeaving.ts'
import { useProjectPreferences } from './settings/useProjectPreferences.ts'
import { useTranscription } from './transcription/useTranscription.tsx'
import { useUndo } from './undo/useUndo.ts'
import { useCode } from './useCode.ts'
import { useCoding } from './useCoding.ts'
import { useGoToPerson } from './useGoToPerson.ts'
import { useNotices } from './useNotices.ts'
import { usePlaceTold } from './usePlaceTold.ts'
import { useProjectDialogs } from './useProjectDialogs.tsx'
import { type Standing, useStanding } from './useStanding.ts'

const EditGroups = lazyPart(async () => (await import('../../features/groups/EditGroups.tsx')).EditGroups)
const SettingsModal = lazyPart(async () => (await import('./settings/SettingsModal.tsx')).SettingsModal)
const ProjectUsers = lazyPart(async () => (await import('./ProjectUsers.tsx')).ProjectUsers)

/** In what one layout differs from another: where things stand on it, and how one gets to them. */
export interface Layout {
  /** Brings the text into sight. */
  onText: () => void
  /** Shows a quirk where it is. */
  onQuirk: (quirkId: number) => void
  /** A quirk was made by the key or the menu. */
  onMade?: (quirkId: number) => void
  /** The codebook, with all quirks. */
  onCodebook: () => void
  /** Whom the project is shared with; else a dialog. */
  onPeople?: () => void
  /** Where an address says whether the settings stand. */
  settings?: Standing
  /** The views of a desk, and the ways to them. */
  views?: {
    /** Null where the canvas is shown. */
    onCanvas: (() => void) | null
    onView: (view: DeskViewName) => void
    onOverview: (quirkId: number) => void
    onQuotes: (quirkIds: readonly number[]) => void
  }
  /** The colours to choose a quirk's from, with its own; else the whole palette. */
  colours?: (own: string) => readonly string[]
}

const nowhere = (): void => {}

/**
 * What an open project has in every layout: what can be done, which dialogs stand, what is on its way, and the text. A layout says where its
 * parts are, and puts what comes back where it belongs.
 */
export function useWorkspace(layout: Layout) {
  const { onText, onQuirk, views } = layout
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { access } = useSnapshot(project.state)
  const canWrite = mayWrite(access)
  const chat = useStanding()
  const people = useStanding()
  const ownSettings = useStanding()
  const settings = layout.settings ?? ownSettings
  // Stays once it was open, so that it can close.
  const [groups, setGroups] = useState<'never' | boolean>('never')
  const onPeople = can('sharing') ? (layout.onPeople ?? (() => people.setOpen(true))) : undefined

  const code = useCode()
  const quirks = useQuirkDialogs({
    groups: (chosen, onChange) => <QuirkGroups chosen={chosen} onChange={onChange} />,
    code,
    colours: layout.colours,
  })
  const coding = useCoding(quirks, canWrite, code)
  const openNew = (sourceId: number | undefined) => {
    if (sourceId !== undefined) openSource(editor, sourceId)
    onText()
  }
  const imports = useImport(([first]) => openNew(first))
  const transcription = useTranscription(canWrite, openNew)
  useHeldDrops(project.uuid, imports.take)
  const exporting = useExport()
  const reporting = useReport()
  const plain = usePlainWarning()
  const onExport = (kind: ExportKind) => plain.ask(() => exporting.run(kind))
  const onReport = (kind: ReportKind) => plain.ask(() => reporting.run(kind))
  const saving = useSaveAs()
  const projectDialogs = useProjectDialogs()
  const undo = useUndo()
  const quirkActions = useChosenQuirkActions(quirks, views?.onOverview ?? nowhere, views?.onQuotes)
  const acting = useActions({
    undo,
    canWrite,
    onImport: imports.choose,
    onScan: imports.scan,
    onTranscription: transcription.open,
    onExport,
    onReport,
    fileActions: { ...saving.actions, ...projectDialogs.actions },
    onGroups: () => setGroups(true),
    onSettings: () => settings.setOpen(true),
    onPeople,
    onChat: () => chat.setOpen(true),
    onNewQuirk: async () => {
      const quirkId = await quirks.newQuirk()
      if (quirkId !== null) layout.onMade?.(quirkId)
    },
    onCodebook: layout.onCodebook,
    onCanvas: views?.onCanvas ?? null,
    ...(views && { onView: views.onView, quirkActions }),
    onQuirk,
    onHighlight: coding.giveSelected,
    onCodeBySearch: coding.codeBySearch,
    onSource: onText,
  })
  useNotices(plain.ask)
  usePlaceTold()
  useProjectPreferences()
  useWarnedLeaving(useAtRisk())
  const goToPerson = useGoToPerson({ onText, onQuirk })
  const openPassage = (passage: Passage, highlightId?: number) => {
    revealPassage(editor, passage, { highlightId })
    onText()
  }

  /** What is on its way, and what is to be known. */
  const strips: ReactNode = (
    <>
      <Banner />
      {imports.progress}
      {exporting.progress}
      {undo.taking !== null && <FloatingProgress label={undo.taking} share={null} />}
      {reporting.dialogs}
    </>
  )
  const dialogs: ReactNode = (
    <>
      {imports.dialogs}
      {plain.dialog}
      {saving.dialogs}
      {projectDialogs.dialog}
      {transcription.part}
      {coding.dialogs}
      {quirks.dialogs}
      {acting.dialogs}
      {groups !== 'never' && canWrite && (
        <Suspense>
          <EditGroups open={groups} onClose={() => setGroups(false)} />
        </Suspense>
      )}
      {people.isOpen && (
        <Suspense>
          <ProjectUsers onClose={() => people.setOpen(false)} />
        </Suspense>
      )}
      {settings.isOpen && (
        <Suspense>
          <SettingsModal onClose={() => settings.setOpen(false)} />
        </Suspense>
      )}
    </>
  )
  return {
    canWrite,
    quirks,
    coding,
    imports,
    undo,
    acting,
    chat,
    onPeople,
    onTranscription: transcription.open,
    onSettings: () => settings.setOpen(true),
    onGroups: () => setGroups(true),
    goToPerson,
    openPassage,
    reports: reportEntries(t, onReport),
    exports: [
      ...exportEntries(t, onExport),
      picturesEntry(t, onReport),
      'line' as const,
      saving.entry,
      ...projectDialogs.entries,
    ],
    text: <SourceTexts acting={acting} coding={coding} imports={imports} />,
    pill: <SavingPill onSetAside={() => settings.setOpen(true)} />,
    strips,
    dialogs,
  }
}
