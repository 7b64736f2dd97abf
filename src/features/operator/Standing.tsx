import { formatDate, formatDecimal, formatNumber } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { ServerStanding } from '../../model/contract/shapes.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import type { Asked } from './useAsked.ts'

/** How the server stands at this moment: what it does, its disk, its backups. */
export function Standing({ answer, problem, reload }: Asked<ServerStanding>) {
  const t = useT()
  if (!answer)
    return problem ? (
      <ErrorState onRetry={reload}>{problemText(problem)}</ErrorState>
    ) : (
      <Skeleton lines={6} height="2rem" />
    )
  return (
    <div className="operator-standing">
      <dl>
        {linesOf(t, answer).map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={reload}>{t('operator.again')}</Button>
    </div>
  )
}

function linesOf(t: Translate, standing: ServerStanding): readonly (readonly [string, string])[] {
  const { version, since, storage, free, sockets, projects, waiting, recordings, errors, backups } = standing
  const { made, good, tried } = backups ?? {}
  const last = (at: number | undefined) =>
    backups === null ? t('operator.noPlace') : at === undefined ? t('operator.never') : formatDate(at)
  const failed = (outcome: typeof made) =>
    outcome && !outcome.ok ? [[t('operator.failedAt', { date: formatDate(outcome.at) }), outcome.detail] as const] : []
  return [
    [t('operator.version'), version],
    [t('operator.since'), formatDate(since)],
    [t('operator.storage'), t(storage ? 'operator.answers' : 'operator.doesNotAnswer')],
    [t('operator.free'), free === null ? '–' : `${formatDecimal(free / 1_000_000_000, 1)} GB`],
    [t('operator.open'), formatNumber(projects)],
    [t('operator.sockets'), formatNumber(sockets)],
    [t('operator.waiting'), formatNumber(waiting)],
    [t('operator.recordings'), formatNumber(recordings)],
    [t('operator.errors'), formatNumber(errors)],
    [t('operator.backup'), last(good)],
    ...failed(made),
    [t('operator.tried'), last(tried?.ok ? tried.at : undefined)],
    ...failed(tried),
  ]
}
