import { proxy } from 'valtio'
import { expect, test } from 'vitest'
import { isProblem, ok, problem } from '../../model/problems.ts'
import type { HistoryState, ProjectHandle } from './handle.ts'
import { runTakeable } from './runTakeable.ts'

const removed = (id: number) => ({
  id,
  key: 'undo.removeQuirk',
  about: ['A title that is cut after sixty characters, as long ones…'],
})

function project(made: { told: 'before' | 'after'; refused?: boolean }) {
  const history = proxy<HistoryState>({ undo: { id: 4, key: 'undo.removeQuirk', about: ['Another'] }, redo: null })
  const undone: (number | undefined)[] = []
  const tell = () => {
    history.undo = removed(7)
  }
  const handle = {
    history,
    run: async () => {
      if (made.refused) return problem({ kind: 'readOnly' })
      if (made.told === 'before') tell()
      return ok(undefined)
    },
    undo: async () => {
      undone.push(history.undo?.id)
      return ok(undefined)
    },
  } as unknown as Pick<ProjectHandle, 'history' | 'run' | 'undo'>
  return { handle, history, undone, tell }
}

async function remove(handle: Pick<ProjectHandle, 'history' | 'run' | 'undo'>) {
  const done = await runTakeable(handle, 'removeQuirk', { quirkId: 3 })
  if (isProblem(done)) throw new Error(done.problem.kind)
  return done.ok
}

test.each(['before', 'after'] as const)('takes back its own step, told of %s the answer', async (told) => {
  const { handle, undone, tell } = project({ told })
  const takeBack = await remove(handle)
  if (told === 'after') tell()
  expect(await takeBack()).toEqual(ok(undefined))
  expect(undone).toEqual([7])
})

test('takes back nothing else: neither a later step of the same title nor, once it is undone, the one before it', async () => {
  const { handle, history, undone } = project({ told: 'before' })
  const takeBack = await remove(handle)
  history.undo = removed(8)
  expect(await takeBack()).toEqual(problem({ kind: 'laterStep' }))
  history.undo = { id: 4, key: 'undo.removeQuirk', about: ['Another'] }
  expect(await takeBack()).toEqual(problem({ kind: 'laterStep' }))
  history.undo = removed(7)
  await takeBack()
  expect(undone).toEqual([7])
})

test('hands on why a command was refused', async () => {
  const { handle } = project({ told: 'after', refused: true })
  expect(await runTakeable(handle, 'removeQuirk', { quirkId: 3 })).toEqual(problem({ kind: 'readOnly' }))
})
