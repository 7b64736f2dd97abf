import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { useProject } from '../../data/live/useLive.ts'
import type { useImport } from '../../features/import/useImport.tsx'
import { SourcesPane } from '../../features/sources/SourcesPane.tsx'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { acceptedKinds } from '../../model/importedKinds.ts'
import { editorOf, writeMemoOn } from '../../state/editor.ts'
import { TableIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { useActions } from './actions/useActions.tsx'
import type { useCoding } from './useCoding.ts'

const CodingView = lazyPart(async () => (await import('../../features/text/CodingView.tsx')).CodingView, 'project')

interface SourceTextsProps {
  acting: ReturnType<typeof useActions>
  coding: ReturnType<typeof useCoding>
  imports: ReturnType<typeof useImport>
}

/** The sources and the text of the open one, with all that other features do with them: beside the canvas, and on a phone. */
export function SourceTexts({ acting, coding, imports }: SourceTextsProps) {
  const t = useT()
  const project = useProject()
  const canWrite = mayWrite(useSnapshot(project.state).access)
  return (
    <SourcesPane
      accept={acceptedKinds}
      onImport={imports.take}
      onQuestions={acting.handlers.questions?.run}
      menu={[
        ...(canWrite ? [{ ...faceOf(t, 'scan'), onSelect: imports.scan }] : []),
        {
          label: t('property.table'),
          icon: TableIcon,
          shortcut: shortcutOf('properties'),
          onSelect: () => acting.openProperties(null),
        },
      ]}
      sourceMenu={(sourceId) => [
        {
          ...faceOf(t, 'sourceProperties'),
          onSelect: () => acting.openProperties(sourceId),
        },
        {
          ...faceOf(t, 'memoOnSource'),
          disabled: !canWrite,
          onSelect: () => writeMemoOn(editorOf(project.uuid), sourceId),
        },
      ]}
    >
      {(sourceId, questionId) => (
        <Suspense>
          <CodingView
            sourceId={sourceId}
            questionId={questionId}
            onPickQuirk={(passage, choice) => void coding.pick(passage, choice)}
            onNewQuirk={(passage) => void coding.create(passage)}
            lastQuirkId={coding.lastQuirk}
            onCode={coding.code}
            onCodeBySearch={coding.codeBySearch}
          />
        </Suspense>
      )}
    </SourcesPane>
  )
}
