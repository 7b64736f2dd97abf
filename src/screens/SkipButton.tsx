import { useT } from '../i18n/useT.ts'
import { arriveAt } from '../ui/useArrival.ts'

/** For keys: past what stands around the work. `to` is a selector: the focus goes to the first of it that is in sight. */
export function SkipButton({ to }: { to: string }) {
  const t = useT()
  return (
    <button type="button" className="skip" onClick={() => arriveAt(to)}>
      {t('app.skipToContent')}
    </button>
  )
}
