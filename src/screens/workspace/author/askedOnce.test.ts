import { expect, test } from 'vitest'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { askedOnce } from './askedOnce.ts'

function begin(access: 'own' | 'read' = 'own', others: readonly string[] = []) {
  const done: string[] = []
  const note = async (name: string) => {
    done.push(name)
    return { ok: [] }
  }
  const project = {
    state: { access },
    people: { here: { others } },
    run: (command: string) => note(command),
    runAll: (_: unknown, title: string) => note(title),
  } as unknown as ProjectHandle
  let known = ''
  const asking: (string | null)[] = []
  const keep = (_: unknown, name: string) => {
    known = name
  }
  const names = { known: () => known, last: async () => 'Ana', keep }
  return { ...askedOnce(project, names, (name) => asking.push(name)), done, asking }
}

test('who wants to work without a name is not asked again while the project is open', async () => {
  const { project, answer, done, asking } = begin()
  const first = project.run('createQuirk', { title: 'Trust' })
  const second = project.runAll([{ command: 'createMemo', args: {} as never }], 'memo')
  await expect.poll(() => asking).toEqual(['Ana'])
  expect(done).toEqual([])
  answer(null)
  await Promise.all([first, second])
  await project.run('createQuirk', { title: 'Doubt' })
  expect([done, asking]).toEqual([
    ['createQuirk', 'memo', 'createQuirk'],
    ['Ana', null],
  ])
})

test('a name is asked for by the first row that is to bear it, of who may write, and never of who is known', async () => {
  const { project, answer, done, asking } = begin()
  await project.run('removeQuirk', { quirkId: 1 })
  expect([done, asking]).toEqual([['removeQuirk'], []])
  const waiting = project.run('createQuirk', { title: 'Trust' })
  await expect.poll(() => asking).toEqual(['Ana'])
  answer('Ben')
  await waiting
  await project.run('createQuirk', { title: 'Doubt' })
  expect(asking).toEqual(['Ana', null])
  const reader = begin('read')
  await reader.project.run('sendChatMessage', { message: 'Hello' })
  expect(reader.asking).toEqual([])
})

test('the name that this machine heard last is proposed only where nobody else is in the project', async () => {
  const { project, answer, asking } = begin('own', ['Ana'])
  const waiting = project.run('createQuirk', { title: 'Trust' })
  await expect.poll(() => asking).toEqual([''])
  answer('Ben')
  await waiting
})

test('before something is written the name can be asked for, and the row that comes of it asks no more', async () => {
  const { project, answer, done, asking } = begin()
  const asked = project.askName?.()
  await expect.poll(() => asking).toEqual(['Ana'])
  answer(null)
  await asked
  await project.run('createQuirk', { title: 'Trust' })
  expect([done, asking]).toEqual([['createQuirk'], ['Ana', null]])
  const reader = begin('read')
  await reader.project.askName?.()
  expect(reader.asking).toEqual([])
})
