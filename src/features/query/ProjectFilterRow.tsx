import { useMemo } from 'react'
import { useAnalysis } from '../../data/live/useLive.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { isDateField, isQuirkField } from '../../model/rules/analysis/filters.ts'
import { FilterRow, type FilterRowProps } from './FilterRow.tsx'

/** A filter with the values that there are in the open project. */
export function ProjectFilterRow(props: Omit<FilterRowProps, 'values'>) {
  const { field } = props.filter
  const { value } = useAnalysis('filterValues', isDateField(field) || isQuirkField(field) ? null : { field })
  const values = useMemo(() => value?.values.toSorted(compareTitles), [value])
  return <FilterRow {...props} values={values} />
}
