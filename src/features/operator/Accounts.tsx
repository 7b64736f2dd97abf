import { useCallback, useMemo } from 'react'
import { api } from '../../data/server/server.ts'
import { formatDay, formatDecimal, formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { OperatorAccount } from '../../model/contract/shapes.ts'
import { type OperatorColumn, OperatorTable } from './OperatorTable.tsx'
import { useAsked } from './useAsked.ts'

export function Accounts() {
  const t = useT()
  const { answer, problem, reload } = useAsked(useCallback(() => api('GET /web/api/operator/accounts'), []))
  const columns = useMemo(
    (): OperatorColumn<OperatorAccount>[] => [
      { key: 'email', title: t('account.email'), width: 220, cell: ({ email }) => email, order: ({ email }) => email },
      { key: 'name', title: t('account.name'), width: 160, cell: ({ name }) => name, order: ({ name }) => name },
      {
        key: 'bytes',
        title: t('operator.size'),
        width: 100,
        isNumber: true,
        cell: ({ bytes }) => megabytes(bytes),
        order: ({ bytes }) => bytes,
      },
      {
        key: 'projects',
        title: t('operator.projects'),
        width: 90,
        isNumber: true,
        cell: ({ projects }) => formatNumber(projects),
        order: ({ projects }) => projects,
      },
      {
        key: 'quota',
        title: t('operator.quota'),
        width: 110,
        isNumber: true,
        cell: ({ quota }) => (quota === null ? '' : quota === 0 ? t('operator.noBound') : formatNumber(quota)),
        order: ({ quota }) => quota ?? -1,
      },
      {
        key: 'used',
        title: t('operator.seen'),
        width: 140,
        cell: ({ used }) => (used === null ? t('operator.never') : formatDay(used)),
        order: ({ used }) => used ?? 0,
      },
      {
        key: 'factor',
        title: t('account.factor'),
        width: 110,
        cell: ({ factor }) => (factor ? t('operator.yes') : ''),
        order: ({ factor }) => Number(factor),
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
    />
  )
}

/** Of so many bytes, to a tenth. */
export const megabytes = (bytes: number): string => formatDecimal(bytes / 1_000_000, 1)
