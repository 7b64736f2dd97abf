/** Live queries as React values: the worker posts what differs, and only components that watch a query draw again. */
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { Args, CommandName, Returned } from '../../model/commands.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type {
  AnalysisArgs,
  AnalysisName,
  AnalysisValue,
  Posted,
  QueryArgs,
  QueryRow,
  QueryValue,
  RowsQueryName,
  ValueQueryName,
} from '../../model/queries.ts'
import type { Key } from '../../model/schema.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { rowsKnown, watchRows } from './sharedRows.ts'

const Project = createContext<ProjectHandle | null>(null)
export const ProjectProvider = Project.Provider

/** The open project. Throws outside a project's screens. */
export function useProject(): ProjectHandle {
  const project = useContext(Project)
  if (!project) throw new Error('no project is open here')
  return project
}

/** The rows of a live query by key, undefined until first posted. `args` may be made anew at each drawing. */
export function useRows<N extends RowsQueryName>(
  query: N,
  args: QueryArgs<N>,
): ReadonlyMap<Key, QueryRow<N>> | undefined {
  const project = useProject()
  const key = JSON.stringify(args)
  const [rows, setRows] = useState<ReadonlyMap<Key, QueryRow<N>> | undefined>(() => rowsKnown(project, query, key))
  useEffect(() => {
    setRows(rowsKnown(project, query, key))
    return watchRows(project, query, key, setRows)
  }, [project, query, key])
  return rows
}

/** The value of a live query, undefined until first posted; the last one stays while arguments change. */
export function useValue<N extends ValueQueryName>(query: N, args: QueryArgs<N>): QueryValue<N> | undefined {
  const project = useProject()
  const [value, setValue] = useState<QueryValue<N>>()
  const key = JSON.stringify(args)
  useEffect(
    () =>
      project.watch(query, JSON.parse(key) as QueryArgs<N>, (posted: Posted<N>) => {
        setValue((posted as { value: QueryValue<N> }).value)
      }),
    [project, query, key],
  )
  return value
}

export interface Analysed<N extends AnalysisName> {
  /** undefined until first answered; the last one stays while arguments change. */
  value: AnalysisValue<N> | undefined
  /** What the value is the answer to. */
  of: AnalysisArgs<N> | undefined
  problem: Problem | null
  /** The value is not yet the answer to these arguments. */
  waiting: boolean
}

/** The live answer to a question to the whole project. `args` may be made anew at each drawing; null asks nothing. */
export function useAnalysis<N extends AnalysisName>(query: N, args: AnalysisArgs<N> | null): Analysed<N> {
  const project = useProject()
  const [answered, setAnswered] = useState<{
    key: string
    value: AnalysisValue<N> | undefined
    of: AnalysisArgs<N> | undefined
    problem: Problem | null
  }>()
  const key = args && JSON.stringify(args)
  useEffect(() => {
    if (key === null) return setAnswered(undefined)
    const of = JSON.parse(key) as AnalysisArgs<N>
    return project.watchAnalysis(query, of, (answer) =>
      setAnswered((before) =>
        isProblem(answer)
          ? { key, value: before?.value, of: before?.of, problem: answer.problem }
          : { key, value: answer.ok as AnalysisValue<N>, of, problem: null },
      ),
    )
  }, [project, query, key])
  const waiting = key !== null && answered?.key !== key
  return { value: answered?.value, of: answered?.of, problem: waiting ? null : (answered?.problem ?? null), waiting }
}

/** Runs commands; what is refused goes to `onProblem` (the screens show it as a toast), and undefined comes back. */
export function useRun(onProblem: (problem: Problem) => void) {
  const project = useProject()
  const listener = useRef(onProblem)
  listener.current = onProblem
  return async <N extends CommandName>(command: N, args: Args<N>): Promise<Returned<N> | undefined> => {
    const result = await project.run(command, args)
    if (!isProblem(result)) return result.ok
    listener.current(result.problem)
    return undefined
  }
}
