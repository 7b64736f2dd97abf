import { Suspense } from 'react'
import { importedKinds, type useImport } from '../features/import/useImport.tsx'
import { SourcesPane } from '../features/sources/SourcesPane.tsx'
import { useT } from '../i18n/useT.ts'
import { PropertiesIcon, TableIcon } from '../ui/icons.ts'
import { late } from './late.ts'
import type { useActs } from './useActs.tsx'
import type { useCoding } from './useCoding.ts'

const CodingView = late(async () => (await import('../features/text/CodingView.tsx')).CodingView)

interface SourceTextsProps {
  acting: ReturnType<typeof useActs>
  coding: ReturnType<typeof useCoding>
  imports: ReturnType<typeof useImport>
}

/** The sources and the text of the open one, with all that other features do with them: beside the canvas, and on a phone. */
export function SourceTexts({ acting, coding, imports }: SourceTextsProps) {
  const t = useT()
  return (
    <SourcesPane
      accept={importedKinds}
      onImport={imports.take}
      onQuestions={acting.handlers.questions?.run}
      menu={[
        { label: t('property.table'), icon: TableIcon, shortcut: 'F4', onSelect: () => acting.openProperties(null) },
      ]}
      sourceMenu={(sourceId) => [
        {
          label: t('property.one'),
          icon: PropertiesIcon,
          shortcut: 'Alt+Enter',
          onSelect: () => acting.openProperties(sourceId),
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
            onHighlighted={coding.used}
            onCodeBySearch={coding.codeBySearch}
          />
        </Suspense>
      )}
    </SourcesPane>
  )
}
