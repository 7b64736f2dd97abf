import { useProject } from '../../data/live/useLive.ts'
import { QueryView } from '../../features/query/QueryView.tsx'
import { CountedWords } from '../../features/wordCloud/WordCloudView.tsx'
import { editorOf } from '../../state/editor.ts'
import type { DeskViewProps } from '../views/views.ts'

/** The query view, with the canvas and the word cloud for what comes of it. */
export function QueryDesk({ canvas, onCanvas, ...view }: DeskViewProps) {
  const editor = editorOf(useProject().uuid)
  return (
    <QueryView
      {...view}
      canvas={canvas}
      cloud={(criteria) => <CountedWords criteria={criteria} onPassage={view.onPassage} />}
      onBack={onCanvas}
      onCriteria={() => {
        editor.view = 'criteria'
        onCanvas()
      }}
    />
  )
}
