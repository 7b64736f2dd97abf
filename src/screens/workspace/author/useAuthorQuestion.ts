import { useEffect, useMemo, useState } from 'react'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { can } from '../../../data/server/facts.ts'
import { mayWrite } from '../../../model/access.ts'
import type { CommandName } from '../../../model/commands.ts'
import { device } from '../../../state/device.ts'
import { keepAuthor, knownAuthor } from './author.ts'

/** Those that write rows which bear their author's name. */
const bearsName: ReadonlySet<CommandName> = new Set<CommandName>([
  'createAnswer',
  'createSource',
  'importSources',
  'importProject',
  'createQuirk',
  'createQuirkForPassage',
  'createHighlight',
  'createHighlights',
  'createMemo',
  'setSourceProperty',
  'setSourceProperties',
  'sendChatMessage',
])

export interface AuthorQuestion {
  /** The project, whose first act that needs a name waits until it is answered. */
  project: ProjectHandle
  asking: boolean
  /** The act goes on; null: without a name, and nobody is asked again while the project is open. */
  answer: (name: string | null) => void
}

/** Looking needs no name: it is asked for where nobody knows it and the first row is to bear it. An account has one. */
export function useAuthorQuestion(project: ProjectHandle): AuthorQuestion {
  const [asking, setAsking] = useState(false)
  const question = useMemo(() => askedOnce(project, setAsking), [project])
  useEffect(() => {
    if (can('accounts')) return
    void question.know()
    return () => question.answer(null)
  }, [question])
  return { project: can('accounts') ? project : question.project, asking, answer: question.answer }
}

function askedOnce(project: ProjectHandle, setAsking: (asking: boolean) => void) {
  let knowing: Promise<boolean> | undefined
  let question: Promise<void> | undefined
  let goOn = () => {}

  const know = (): Promise<boolean> => {
    knowing ??= knownAuthor().then((known) => {
      if (known) void keepAuthor(project, known)
      return known !== ''
    })
    return knowing
  }
  const ask = async () => {
    if (await know()) return
    await new Promise<void>((resolve) => {
      goOn = resolve
      setAsking(true)
    })
  }
  const named = async <T>(commands: CommandName[], act: () => Promise<T>): Promise<T> => {
    if (!device.author && mayWrite(project.state.access) && commands.some((command) => bearsName.has(command))) {
      question ??= ask()
      await question
    }
    return act()
  }
  const asked: ProjectHandle = {
    ...project,
    run: (command, args) => named([command], () => project.run(command, args)),
    runAll: (calls, title) => {
      const commands = calls.map(({ command }) => command)
      return named(commands, () => project.runAll(calls, title))
    },
  }
  const answer = (name: string | null) => {
    setAsking(false)
    if (name) void keepAuthor(project, name)
    goOn()
  }
  return { project: asked, know, answer }
}
