import { Suspense } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterIcon } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { DrawnQuirks } from '../useDrawnQuirks.ts'
import { CanvasLoading } from './CanvasLoading.tsx'

const CanvasEmpty = lazyPart(async () => (await import('./CanvasEmpty.tsx')).CanvasEmpty)
const CanvasFiltered = lazyPart(async () => (await import('./CanvasFiltered.tsx')).CanvasFiltered)

interface CanvasNotesProps {
  quirks: DrawnQuirks
  /** What is drawn is the result of a query. */
  isResult: boolean
  /** The first quirk is being named. */
  isNaming: boolean
  /** Missing for those who may only look, as is the other. */
  onNew?: (() => void) | undefined
  onCodebook?: (() => void) | undefined
  onShowAll: () => void
}

/** Why the canvas has no bubbles, and what to do about it. */
export function CanvasNotes({ quirks, isResult, isNaming, onNew, onCodebook, onShowAll }: CanvasNotesProps) {
  const t = useT()
  const { whole, scene, bare } = quirks
  const isBlank = scene?.bubbles.length === 0
  return (
    <>
      {isResult && isBlank && !bare && (
        <div className="canvas-empty">
          <EmptyState icon={FilterIcon} title={t('query.noneHere')}>
            {t('query.noneText')}
          </EmptyState>
        </div>
      )}
      {!scene && <CanvasLoading />}
      <Suspense>
        {whole?.bubbles.length === 0 && !isNaming && <CanvasEmpty onNew={onNew} onCodebook={onCodebook} />}
        {whole && whole.bubbles.length > 0 && isBlank && !isResult && <CanvasFiltered onShowAll={onShowAll} />}
      </Suspense>
    </>
  )
}
