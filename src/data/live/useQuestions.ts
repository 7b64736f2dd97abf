import { useMemo } from 'react'
import { inOrder } from '../../model/rules/questionOrder.ts'
import type { Question } from '../../model/schema.ts'
import { useRows } from './useLive.ts'

/** The questions of the project in their order; undefined until known. */
export function useQuestions(): readonly Question[] | undefined {
  const rows = useRows('questions', {})
  return useMemo(() => rows && inOrder(rows.values()), [rows])
}
