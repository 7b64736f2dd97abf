import { useEffect, useMemo, useState } from 'react'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { can } from '../../../data/server/serverFacts.ts'
import { device } from '../../../state/device.ts'
import { type AuthorNames, askedOnce } from './askedOnce.ts'
import { keepAuthor, lastAuthor } from './author.ts'

const namesHere: AuthorNames = {
  known: () => device.author,
  last: lastAuthor,
  keep: (project, name) => void keepAuthor(project, name),
}

export interface AuthorQuestion {
  /** The project, whose first act that needs a name waits until it is answered. */
  project: ProjectHandle
  /** The name that is proposed; null: it has been answered; undefined: nobody has been asked. */
  asking: string | null | undefined
  /** The act goes on; null: without a name, and nobody is asked again while the project is open. */
  answer: (name: string | null) => void
}

/** Looking needs no name: it is asked for where this browser does not know it and the first row is to bear it. An account has one. */
export function useAuthorQuestion(project: ProjectHandle): AuthorQuestion {
  const [asking, setAsking] = useState<string | null>()
  const question = useMemo(() => askedOnce(project, namesHere, setAsking), [project])
  useEffect(() => {
    if (can('accounts')) return
    if (device.author) void keepAuthor(project, device.author)
    else void question.know()
    return () => question.answer(null)
  }, [project, question])
  return { project: can('accounts') ? project : question.project, asking, answer: question.answer }
}
