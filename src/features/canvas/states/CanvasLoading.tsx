import { useT } from '../../../i18n/useT.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { useDelayed } from '../../../ui/feedback/useDelayed.ts'

/** What loads within 200 ms shows nothing before. */
export function CanvasLoading() {
  const t = useT()
  const late = useDelayed()
  return (
    <div className="canvas-empty" role="status">
      {late && (
        <>
          <Spinner /> {t('ui.loading')}
        </>
      )}
    </div>
  )
}
