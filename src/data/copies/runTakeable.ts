/** What a toast's Undo does: it takes back the very step that it speaks of, whatever that step is called, or says why not. */
import { subscribe } from 'valtio'
import type { Args, CommandName } from '../../model/commands.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import type { ProjectHandle } from './handle.ts'

export type TakeBack = () => Promise<Result<void>>

/** Runs a command that makes a step. What comes back takes that step back, as long as no other lies on top of it. */
export async function runTakeable<N extends CommandName>(
  project: Pick<ProjectHandle, 'history' | 'run' | 'undo'>,
  command: N,
  args: Args<N>,
): Promise<Result<TakeBack>> {
  return takeable(project, `undo.${command}`, () => project.run(command, args))
}

/** The same for whatever makes one step, named `key`. */
export async function takeable(
  project: Pick<ProjectHandle, 'history' | 'undo'>,
  key: string,
  run: () => Promise<Result<unknown>>,
): Promise<Result<TakeBack>> {
  const { history } = project
  const before = history.undo?.id ?? 0
  let step: number | null = null
  // The answer and the history come from the worker by ways of their own: either may be first.
  const look = () => {
    const { undo } = history
    if (step !== null || !undo || undo.id <= before || undo.key !== key) return
    step = undo.id
    stop()
  }
  const stop = subscribe(history, look, true)
  const done = await run()
  if (isProblem(done)) {
    stop()
    return done
  }
  return ok(async () => {
    stop()
    return step !== null && history.undo?.id === step ? project.undo() : problem({ kind: 'laterStep' })
  })
}
