import { afterEach, expect, test } from 'vitest'
import { seeded } from '../../../fixtures/testing/randomWork.ts'
import { simulate } from '../../../fixtures/testing/simulation.ts'
import { firstQuestionId } from '../../../src/model/schema.ts'
import type { Copy } from '../copy.ts'

const simulations: ReturnType<typeof simulate>[] = []
afterEach(() => {
  for (const simulation of simulations.splice(0)) simulation.close()
})

const run = (copy: Copy, command: string, args: unknown): number => {
  const done = copy.run('t', '', [{ command, args } as never], 'x')
  if ('problem' in done) throw new Error(JSON.stringify(done))
  return done.ok[0] as number
}

function project(sources: number) {
  const simulation = simulate(seeded(1))
  simulations.push(simulation)
  const { copy } = simulation.join('Anna')
  const quirkId = run(copy, 'createQuirk', { title: 'Trust' })
  const ids = Array.from({ length: sources }, (_, i) =>
    run(copy, 'createSource', { title: `S${i}`, html: `<p>${'words '.repeat(400)}</p>` }),
  )
  const highlight = (sourceId: number, start: number, length = 1) =>
    run(copy, 'createHighlight', { sourceId, questionId: firstQuestionId, quirkId, start, length })
  return { simulation, copy, ids, quirkId, highlight }
}

test('a highlight outside of the window of sources, and of the open text, is posted to neither', () => {
  const { copy, ids, highlight } = project(3)
  const [first = 0, second = 0, third = 0] = ids
  const posts: string[] = []
  copy.live.watch('sources', { offset: 0, limit: 2 }, () => posts.push('sources'))
  copy.live.watch('source', { sourceId: first }, () => posts.push('source'))
  copy.live.watch('highlights', { sourceId: first, questionId: firstQuestionId }, () => posts.push('highlights'))
  posts.length = 0
  highlight(third, 0)
  expect(posts).toEqual([])
  highlight(second, 0)
  expect(posts).toEqual(['sources'])
  highlight(first, 0)
  expect(posts).toEqual(['sources', 'sources', 'source', 'highlights'])
})

test('in how many sources quirks have highlights is told anew with each that comes or goes', () => {
  const { copy, ids, quirkId, highlight } = project(3)
  const [first = 0, second = 0] = ids
  const quirkIds = [quirkId]
  const posts: unknown[] = []
  copy.live.watch('quirkSources', { quirkIds }, (posted) => posts.push(posted))
  highlight(first, 0)
  highlight(first, 20)
  const id = highlight(second, 0)
  run(copy, 'removeHighlights', { highlightIds: [id] })
  run(copy, 'createSource', { title: 'S3', html: '<p>words</p>' })
  const told = [0, 1, 2, 1].map((sources) => ({ value: { sources, of: 3 } }))
  expect(posts).toEqual([...told, { value: { sources: 1, of: 4 } }])
})

test('few highlights of a colleague are posted as rows, many as columns', () => {
  const { copy, ids, simulation } = project(1)
  const [sourceId = 0] = ids
  simulation.settle()
  const shapes: string[] = []
  copy.live.watch('highlights', { sourceId, questionId: firstQuestionId }, (posted) =>
    shapes.push(Object.keys(posted).join()),
  )
  const other = simulation.join('Ben').copy
  const quirkId = run(other, 'createQuirk', { title: 'Doubt' })
  const make = (from: number, to: number) =>
    other.run(
      't',
      '',
      Array.from({ length: to - from }, (_, i) => ({
        command: 'createHighlight' as const,
        args: { sourceId, questionId: firstQuestionId, quirkId, start: (from + i) * 2, length: 1 },
      })),
      'x',
    )
  make(0, 5)
  simulation.settle()
  make(5, 700)
  simulation.settle()
  expect(shapes).toEqual(['packed', 'put,gone', 'packed'])
})
