/** A project whose first act that writes a name waits until the person has said theirs, or that they want none; then nobody is asked again. */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { mayWrite } from '../../../model/access.ts'
import { type CommandName, signs } from '../../../model/commands.ts'

export interface AuthorNames {
  /** The name that this browser knows; empty until given. */
  known(): string
  /** To be proposed where it knows none. */
  last(): Promise<string>
  keep(project: ProjectHandle, name: string): void
}

/** `setAsking`: the name that is proposed, null once it is answered. */
export function askedOnce(project: ProjectHandle, names: AuthorNames, setAsking: (asking: string | null) => void) {
  let proposing: Promise<string> | undefined
  let question: Promise<void> | undefined
  let goOn = () => {}

  const know = (): Promise<string> => {
    proposing ??= names.last()
    return proposing
  }
  const ask = async () => {
    // The name may be of somebody who is here now.
    const proposed = project.people.here.others.length > 0 ? '' : await know()
    await new Promise<void>((resolve) => {
      goOn = resolve
      setAsking(proposed)
    })
  }
  const askName = async () => {
    if (names.known() || !mayWrite(project.state.access)) return
    question ??= ask()
    await question
  }
  const named = async <T>(commands: CommandName[], act: () => Promise<T>): Promise<T> => {
    if (commands.some(signs)) await askName()
    return act()
  }
  const asked: ProjectHandle = {
    ...project,
    askName,
    run: (command, args) => named([command], () => project.run(command, args)),
    runAll: (calls, title) => {
      const commands = calls.map(({ command }) => command)
      return named(commands, () => project.runAll(calls, title))
    },
  }
  const answer = (name: string | null) => {
    setAsking(null)
    if (name) names.keep(project, name)
    goOn()
  }
  return { project: asked, know, answer }
}
