import { useCallback, useMemo } from 'react'
import { api } from '../../data/server/server.ts'
import { formatDay, formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { OperatorProject } from '../../model/contract/shapes.ts'
import { megabytes } from './Accounts.tsx'
import { type OperatorColumn, OperatorTable } from './OperatorTable.tsx'
import { useAsked } from './useAsked.ts'

/** `isNarrow`: there is no room for a table. */
export function Projects({ isNarrow }: { isNarrow: boolean }) {
  const t = useT()
  const { answer, problem, reload } = useAsked(useCallback(() => api('GET /web/api/operator/projects'), []))
  const columns = useMemo(
    (): OperatorColumn<OperatorProject>[] => [
      { key: 'name', title: t('operator.project'), width: 200, of: ({ name }) => name },
      {
        key: 'bytes',
        title: t('operator.size'),
        width: 100,
        isNumber: true,
        of: ({ bytes }) => bytes,
        shown: ({ bytes }) => megabytes(bytes),
      },
      {
        key: 'owner',
        title: t('users.ownerUnknown'),
        width: 220,
        of: ({ owner }) => owner,
      },
      {
        key: 'people',
        title: t('operator.people'),
        width: 100,
        isNumber: true,
        of: ({ people }) => people,
        shown: ({ people }) => formatNumber(people),
      },
      {
        key: 'modified',
        title: t('operator.modified'),
        width: 140,
        of: ({ modified }) => modified,
        shown: ({ modified }) => formatDay(modified),
      },
    ],
    [t],
  )
  return (
    <OperatorTable
      label={t('operator.projects')}
      columns={columns}
      rows={answer?.projects ?? null}
      keyOf={({ project_uuid }) => project_uuid}
      first="bytes"
      problem={problem}
      onRetry={reload}
      isNarrow={isNarrow}
    />
  )
}
