/** What changes the copy on a tab's behalf: whether it may, and what becomes of it where it may no more. */
import { mayWrite } from '../../../src/model/access.ts'
import { type Call, isForReaders } from '../../../src/model/commands.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../../src/model/problems.ts'
import type { Copy } from '../copy.ts'
import type { Device } from './device.ts'
import type { ShownMap } from './map.ts'
import { type Standing, setAsideIn } from './standing.ts'
import type { Tabs } from './tabs.ts'

export interface Commands {
  runAll(tab: string, call: string, calls: Call[], title: string): Result<unknown[]>
  step(tab: string, way: 'undo' | 'redo'): Result<void>
  sendSetAside(tab: string): Result<{ sent: number; setAside: number }>
}

export interface CommandsParts {
  tabs: Tabs
  device: Device
  map: ShownMap
  standing: Standing
  copy: () => Copy | null
  asked: () => void
}

export function openCommands({ tabs, device, map, standing, copy, asked }: CommandsParts): Commands {
  const { state } = tabs
  const missing = (): Problem => state.problem ?? { kind: 'stillLoading' }
  const refused = (calls: readonly Call[]): Problem | null => {
    if (!copy()) return missing()
    const allowed = mayWrite(state.access) || calls.every(({ command }) => isForReaders(command))
    return allowed ? null : { kind: 'readOnly' }
  }
  /** Who may only read takes nothing back, and sends nothing again. */
  const refusedToReaders = (): Problem | null => (mayWrite(state.access) ? refused([]) : { kind: 'readOnly' })
  const write = <T>(body: (copy: Copy) => Result<T>): Result<T> => {
    asked()
    return device.written(() => {
      const open = copy()
      return open ? body(open) : problem(missing())
    })
  }

  const runAll: Commands['runAll'] = (tab, call, calls, title) => {
    const found = refused(calls)
    // What was typed while one still might write is no less a step for having waited in the page: it is set aside, not in the text.
    const isTyped = found?.kind === 'readOnly' && calls.every(({ command }) => command === 'editAnswerSteps')
    if (found && !isTyped) return problem(found)
    const isShutOut = state.problem?.kind === 'accessRevoked'
    const run = () => write((open) => open.run(tab, call, map.withPlaces(open, calls), title))
    if (!isTyped && !isShutOut) return run()
    const done = standing.heldBack(run)
    standing.setAside(isShutOut)
    return done
  }

  return {
    runAll,
    step: (tab, way) => {
      const found = refusedToReaders()
      if (found) return problem(found)
      const done = write((open) => open[way](tab))
      if (isProblem(done)) return done
      if (done.ok.leftAlone === 'all') return problem({ kind: 'leftAlone' })
      if (done.ok.leftAlone === 'parts') tabs.tell(tab, { notice: { kind: 'leftAlone' } })
      return ok(undefined)
    },
    sendSetAside: (tab) => {
      const found = refusedToReaders()
      if (found) return problem(found)
      const done = write((open) => open.sendSetAside(tab))
      const open = copy()
      if (!isProblem(done) && open) tabs.show(setAsideIn(open.db))
      return done
    },
  }
}
