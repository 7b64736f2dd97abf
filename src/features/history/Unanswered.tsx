import { isAway } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { HistoryIcon } from '../../ui/icons.ts'

/** Why there is nothing to show. That the server cannot be reached is no fault: it is asked again by itself (`useOnceBack.ts`). */
export function Unanswered({ problem, reload }: { problem: Problem; reload: () => unknown }) {
  const t = useT()
  if (!isAway(problem)) return <ErrorState onRetry={() => void reload()}>{problemText(problem)}</ErrorState>
  return (
    <div role="status">
      <EmptyState
        icon={HistoryIcon}
        title={t('history.needsNetwork')}
        actions={<Button onClick={() => void reload()}>{t('ui.retry')}</Button>}
      >
        {t('history.needsNetworkText')}
      </EmptyState>
    </div>
  )
}
