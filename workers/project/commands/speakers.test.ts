// Who speaks is called otherwise: highlights and the times of words stay on their words, and it is one step.
import { expect, test } from 'vitest'
import { oneCopy } from '../../../fixtures/testing/oneCopy.ts'
import type { Args } from '../../../src/model/commands.ts'
import { isProblem } from '../../../src/model/problems.ts'
import { unpackWords } from '../../../src/model/sound/packedWords.ts'
import { writeTimedWords } from '../../../src/model/sound/timedWords.ts'
import { spokenWords } from '../queries/spokenWords.ts'

const world = oneCopy()
const { run, made } = world

const source = (title: string, ...lines: string[]) =>
  made({ command: 'createSource', args: { title, html: lines.map((line) => `<p>${line}</p>`).join('') } })
/** How many paragraphs it was, or the problem. */
const rename = (args: Args<'renameSpeaker'>) => {
  const done = run({ command: 'renameSpeaker', args })
  return isProblem(done) ? done.problem : done.ok
}
const texts = () =>
  world.anna.copy.db
    .all<{ text: string }>('SELECT text FROM answer_texts JOIN question_answers a ON a.id = answerId ORDER BY a.id')
    .map(({ text }) => text.split('\n'))

test('in one text, or in all of them, however the line begins; and only before the colon', () => {
  const one = source('One', 'A: I am A: here.', '12 A: Again.', 'B: A: no.', 'A came.')
  source('Two', 'A : Yes.')
  expect(rename({ from: 'A', to: 'Ana María', place: { sourceId: one, questionId: 1 } })).toBe(2)
  expect(texts()).toEqual([['Ana María: I am A: here.', '12 Ana María: Again.', 'B: A: no.', 'A came.'], ['A : Yes.']])
  expect(rename({ from: 'A', to: 'Ana María' })).toBe(1)
  expect(texts()[1]).toEqual(['Ana María : Yes.'])
  expect(rename({ from: 'Nobody', to: 'Ana' })).toBe(0)
})

test('highlights and times stay on their words, and one undo takes all of it back', async () => {
  const lines = ['A: I came late.', 'B: So late.']
  const [first, second] = [source('One', ...lines), source('Two', ...lines)]
  const quirkId = made({ command: 'createQuirk', args: { title: 'Trust', x: 0, y: 0 } })
  const passage = { sourceId: first, questionId: 1, start: 5, length: 4 }
  run({ command: 'createHighlight', args: { ...passage, quirkId } })
  const words = writeTimedWords({ text: lines.join('\n'), words: [{ from: 5, to: 9, begins: 100, ends: 200 }] })
  const sound = { title: 'Tape', hash: '', type: '', milliseconds: 900 }
  const recordingId = made({
    command: 'addRecording',
    args: { sourceId: first, questionId: 1, ...sound, words },
  })
  const before = texts()
  rename({ from: 'A', to: 'Constanze' })
  const starts = () =>
    world.anna.copy.db.all<{ start: number }>('SELECT start FROM highlights').map(({ start }) => start)
  expect(starts()).toEqual([13])
  expect(unpackWords(spokenWords(world.anna.copy.db, { recordingId }))).toEqual([
    { from: 13, to: 17, begins: 100, ends: 200 },
  ])
  expect(texts().map(([line]) => line)).toEqual(['Constanze: I came late.', 'Constanze: I came late.'])
  expect(second).not.toBe(first)
  world.anna.copy.undo('tab')
  expect(texts()).toEqual(before)
  expect(starts()).toEqual([5])
})

test('what no paragraph could begin with is no name', () => {
  source('One', 'A: Yes.')
  for (const to of ['', 'anna', 'A: B', 'One Two Three Four', 'Ana\nB'])
    expect(rename({ from: 'A', to }), to).toMatchObject({ kind: 'badRequest' })
})
