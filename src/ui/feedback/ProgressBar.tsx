import { formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../fields/Button.tsx'

export interface ProgressBarProps {
  label: string
  /** 0 to 1; null while nobody knows. */
  share: number | null
  onCancel?: () => void
}

export function ProgressBar({ label, share, onCancel }: ProgressBarProps) {
  const t = useT()
  const known = share === null ? null : Math.min(1, Math.max(0, share))
  return (
    <div className="ui-progress">
      <div className="ui-progress-label">
        <span>{label}</span>
        {known !== null && <span aria-hidden>{formatShare(known)}</span>}
      </div>
      <div
        className="ui-progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known === null ? undefined : Math.round(known * 100)}
        aria-valuetext={known === null ? t('ui.loading') : t('ui.percent', { share: formatShare(known) })}
        data-indeterminate={known === null ? '' : undefined}
      >
        <div className="ui-progress-fill" style={{ '--progress': known ?? 1 }} />
      </div>
      {onCancel && (
        <Button kind="quiet" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      )}
    </div>
  )
}
