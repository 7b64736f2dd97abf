/** The projects of one storage thread: what the event loop asks of them by messages is done and answered. */
import { attempt, isProblem, ok, type Result } from '../../src/model/problems.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'
import { type Kernel, openKernel } from '../../wasm/kernels/kernel.ts'
import { storageFailed } from '../base/failures.ts'
import { processorTime } from '../base/turns/processorTime.ts'
import { openHeldRooms, wordsOf } from './heldRooms.ts'
import { asksKernel, listJson } from './lists.ts'
import { callsOn } from './threadCalls.ts'
import type { FromThread, Held, ThreadCalls, ToThread } from './threadMessages.ts'

/** `post` sends to the event loop; `later` runs a function when the messages that are here have been handled. */
export function openThreadProjects(post: (message: FromThread) => void, later: (run: () => void) => void) {
  const rooms = openHeldRooms(post, later)
  const { find, submit, say } = rooms
  const calls = callsOn(rooms)

  /** In the background: SQLite copies some pages at a time. A project that is closed meanwhile has no copy made of it. All that is in it was said before. */
  const copy = (id: number, { project, path }: ThreadCalls['copy']['args']) => {
    const { file } = find(project)
    file.db
      .copyTo?.(path)
      .then(() => say(project, { id, result: ok(undefined) }))
      .catch((error: unknown) => post({ id, result: { problem: storageFailed(error) } }))
  }

  /** One for all projects, and empty in between. */
  let kernel: Promise<Kernel> | undefined
  const withKernel = () => {
    kernel ??= loadKernels().then((module) => openKernel(module))
    return kernel
  }

  const list = (
    { project, query, args, columns }: ThreadCalls['list']['args'],
    kernel?: Kernel,
  ): ThreadCalls['list']['result'] => {
    const before = processorTime()
    const json = listJson(find(project).room.list(query, args, kernel), columns)
    return { json, ms: processorTime() - before }
  }

  const answerList = (id: number, args: ThreadCalls['list']['args']) => {
    const answer = (kernel?: Kernel) => say(args.project, { id, result: attempt(() => list(args, kernel)) })
    if (asksKernel(args.query))
      withKernel()
        .then(answer)
        .catch((error: unknown) => post({ id, broken: wordsOf(error) }))
    else answer()
  }

  return (message: ToThread): void => {
    const { id } = message
    try {
      if (message.call === 'submit') {
        const refused = submit(id, message.args)
        if (refused) post({ id, result: { problem: refused } })
        return
      }
      if (message.call === 'copy') {
        const { args } = message
        const begun = attempt(() => copy(id, args))
        if ('problem' in begun) post({ id, result: begun })
        return
      }
      if (message.call === 'list') {
        answerList(id, message.args)
        return
      }
      const answer = calls[message.call] as (args: unknown) => unknown
      const result = attempt(() => answer(message.args))
      const whole = message.call === 'base' && !isProblem(result) ? message.args.path : undefined
      say(projectOf(message, result), { id, result }, whole)
    } catch (error) {
      post({ id, broken: wordsOf(error) })
    }
  }
}

/** Of which project a call and its answer are, where it is open now. */
function projectOf({ args }: ToThread, result: Result<unknown>): number | undefined {
  if ('project' in args) return args.project
  const opened = isProblem(result) ? undefined : (result.ok as Partial<Held> | undefined)
  return opened?.project
}
