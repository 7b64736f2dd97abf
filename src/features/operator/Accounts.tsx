import { useCallback, useMemo } from 'react'
import { api } from '../../data/server/server.ts'
import { formatDay, formatDecimal, formatNumber } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { OperatorAccount } from '../../model/contract/shapes.ts'
import { type OperatorColumn, OperatorTable } from './OperatorTable.tsx'
import { useAsked } from './useAsked.ts'

/** `isNarrow`: there is no room for a table. */
export function Accounts({ isNarrow }: { isNarrow: boolean }) {
  const t = useT()
  const { answer, problem, reload } = useAsked(useCallback(() => api('GET /web/api/operator/accounts'), []))
  const columns = useMemo(
    (): OperatorColumn<OperatorAccount>[] => [
      { key: 'email', title: t('account.email'), width: 220, of: ({ email }) => email },
      {
        key: 'bytes',
        title: t('operator.size'),
        width: 100,
        isNumber: true,
        of: ({ bytes }) => bytes,
        shown: ({ bytes }) => megabytes(bytes),
      },
      {
        key: 'projects',
        title: t('operator.projects'),
        width: 90,
        isNumber: true,
        of: ({ projects }) => projects,
        shown: ({ projects }) => formatNumber(projects),
      },
      {
        key: 'quota',
        title: t('operator.quota'),
        width: 110,
        isNumber: true,
        of: ({ quota }) => quota ?? -1,
        shown: ({ quota }) => boundOf(quota, t),
      },
      {
        key: 'mostProjects',
        title: t('operator.mostProjects'),
        width: 110,
        isNumber: true,
        of: ({ mostProjects }) => mostProjects ?? -1,
        shown: ({ mostProjects = null }) => boundOf(mostProjects, t),
      },
      { key: 'name', title: t('account.name'), width: 200, of: ({ name }) => name },
      {
        key: 'used',
        title: t('operator.seen'),
        width: 140,
        of: ({ used }) => used ?? 0,
        shown: ({ used }) => (used === null ? t('operator.never') : formatDay(used)),
      },
      {
        key: 'factor',
        title: t('account.factor'),
        width: 110,
        of: ({ factor }) => Number(factor),
        shown: ({ factor }) => (factor ? t('operator.yes') : ''),
      },
    ],
    [t],
  )
  return (
    <OperatorTable
      label={t('operator.accounts')}
      columns={columns}
      rows={answer?.accounts ?? null}
      keyOf={({ email }) => email}
      first="bytes"
      problem={problem}
      onRetry={reload}
      isNarrow={isNarrow}
    />
  )
}

/** Empty where the account has the usual one. */
const boundOf = (bound: number | null, t: Translate): string =>
  bound === null ? '' : bound === 0 ? t('operator.noBound') : formatNumber(bound)

/** Of so many bytes, to a tenth. */
export const megabytes = (bytes: number): string => formatDecimal(bytes / 1_000_000, 1)
