import { useCallback, useEffect, useRef, useState } from 'react'
import { saveOfProject } from '../../data/files/saveOfProject.ts'
import { useProject } from '../../data/live/useLive.ts'
import { windowRows } from '../../model/limits.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { ShownCell, StatementAnswer } from '../../model/statements.ts'

export interface Ran {
  sql: string
  /** ms since 1970. */
  at: number
  answer: StatementAnswer | null
  problem: Problem | null
}

export interface StatementRuns {
  /** What is being done with a statement. */
  working: 'run' | 'file' | null
  last: Ran | null
  run: (sql: string) => Promise<void>
  /** The whole answer as a file of this name; what is wrong stands where the answer would. */
  save: (sql: string, name: string) => Promise<void>
  stop: () => void
  /** Undefined while it is on its way. */
  row: (index: number) => readonly ShownCell[] | undefined
}

/** Statements of this view, one at a time, and the rows of the last one by windows. */
export function useStatement(): StatementRuns {
  const project = useProject()
  const [working, setWorking] = useState<'run' | 'file' | null>(null)
  const [last, setLast] = useState<Ran | null>(null)
  const windows = useRef<{ run: number; rows: Map<number, readonly ShownCell[][] | null> }>({ run: 0, rows: new Map() })
  const isHere = useRef(true)
  const isWorking = useRef(false)
  const [, drawAgain] = useState(0)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      // Nobody waits for it any more.
      if (isWorking.current) project.stopStatements()
    }
  }, [project])

  const work = async <T>(what: 'run' | 'file', body: () => Promise<T>): Promise<T | undefined> => {
    if (isWorking.current) return undefined
    isWorking.current = true
    setWorking(what)
    // What was wrong is not wrong with this one.
    setLast((before) => (before?.problem ? null : before))
    try {
      return await body()
    } finally {
      isWorking.current = false
      if (isHere.current) setWorking(null)
    }
  }
  const row = useCallback(
    (index: number) => {
      const run = last?.answer?.run ?? 0
      if (windows.current.run !== run) windows.current = { run, rows: new Map() }
      const { rows } = windows.current
      const window = Math.floor(index / windowRows)
      if (!rows.has(window)) {
        rows.set(window, null)
        void project.statementRows(run, window * windowRows).then((found) => {
          rows.set(window, found)
          if (isHere.current && windows.current.rows === rows) drawAgain((n) => n + 1)
        })
      }
      return rows.get(window)?.[index % windowRows]
    },
    [project, last],
  )
  return {
    working,
    last,
    row,
    stop: () => project.stopStatements(),
    run: async (sql) => {
      await work('run', async () => {
        const done = await project.runStatement(sql)
        if (!isHere.current) return
        const at = Date.now()
        setLast(
          isProblem(done)
            ? { sql, at, answer: null, problem: done.problem }
            : { sql, at, answer: done.ok, problem: null },
        )
      })
    },
    save: async (sql, name) => {
      await work('file', async () => {
        const done = await project.statementFile(sql)
        if (!isProblem(done)) saveOfProject(project, done.ok, name, 'statement')
        else if (isHere.current) setLast({ sql, at: Date.now(), answer: null, problem: done.problem })
      })
    },
  }
}
