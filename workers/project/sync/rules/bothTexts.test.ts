// Two people write the same text, set whole, without the other's words before them: no words are lost, and who comes second is told.
import { describe, expect, it } from 'vitest'
import { type Person, simulate, stateOf } from '../../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../../src/model/commands.ts'
import { isProblem, type Result } from '../../../../src/model/problems.ts'
import type { Db } from '../../../../wasm/database/db.ts'

const good = <T>(result: Result<T>): T => {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}
const memoOf = (db: Db) => db.one<{ content: string }>('SELECT content FROM memos')?.content
const descriptionOf = (db: Db) => db.one<{ description: string }>('SELECT description FROM quirks')?.description

/** A memo and a quirk that both have; then Ben is away. */
function apart(content: string) {
  const simulation = simulate(() => 0.5)
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const run = (person: Person, call: Call) => good(person.copy.run('tab', '', [call], 'undo.test'))[0] as number
  const html = '<p>I trusted him until the letter came.</p>'
  const sourceId = run(ana, { command: 'createSource', args: { title: 'Interview', html } })
  const quirkId = run(ana, { command: 'createQuirk', args: { title: 'Trust' } })
  const place = { sourceId, questionId: 1, start: 2, length: 7 }
  const memoId = run(ana, { command: 'createMemo', args: { ...place, content } })
  simulation.settle()
  simulation.cut(ben)
  const writes = (person: Person, text: string) =>
    run(person, { command: 'updateMemo', args: { memoId, content: text } })
  const describes = (person: Person, description: string) =>
    run(person, { command: 'updateQuirk', args: { quirkId, description } })
  /** Ana's reach the room, then Ben, who sends his. */
  const meet = () => {
    while (ana.copy.waiting > 0) {
      simulation.send(ana)
      simulation.serve(ana)
      simulation.arrive(ana)
    }
    simulation.connect(ben)
    while (ben.wire?.down.length) simulation.arrive(ben)
    simulation.settle()
    for (const { copy } of [ana, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
  }
  return { simulation, ana, ben, memoId, writes, describes, meet }
}

describe('a memo that two have written without each other', () => {
  it('has both texts, and who came second is told', () => {
    const { simulation, ana, ben, writes, meet } = apart('Note')
    writes(ana, 'Note by Ana')
    writes(ben, 'Note by Ben')
    meet()
    expect(memoOf(simulation.roomDb)).toBe('Note by Ana\n\nNote by Ben')
    expect(ben.meanwhile).toEqual([{ kind: 'bothTexts', of: 'memo', title: 'Interview', author: 'Ana' }])
    expect(ana.meanwhile).toEqual([])
    simulation.close()
  })

  it('is the other’s alone after undo, whether the room has it yet or not, and both again after redo', () => {
    for (const isSent of [true, false]) {
      const { simulation, ana, ben, writes, meet } = apart('Note')
      writes(ana, 'Note by Ana')
      writes(ben, 'Note by Ben')
      if (!isSent) good(ben.copy.undo('tab'))
      meet()
      if (isSent) good(ben.copy.undo('tab'))
      simulation.settle()
      for (const db of [simulation.roomDb, ana.copy.db, ben.copy.db]) expect(memoOf(db)).toBe('Note by Ana')
      if (!isSent) expect(ben.meanwhile).toEqual([])
      good(ben.copy.redo('tab'))
      simulation.settle()
      for (const db of [simulation.roomDb, ana.copy.db, ben.copy.db])
        expect(memoOf(db)).toBe('Note by Ana\n\nNote by Ben')
      simulation.close()
    }
  })

  it('has what was written on in several steps once', () => {
    const { simulation, ana, ben, writes, meet } = apart('')
    for (const text of ['I', 'I trusted', 'I trusted her']) writes(ana, text)
    for (const text of ['I never', 'I never trusted', 'I never trusted him']) writes(ben, text)
    meet()
    expect(memoOf(simulation.roomDb)).toBe('I trusted her\n\nI never trusted him')
    expect(ben.meanwhile).toHaveLength(1)
    for (const left of ['I trusted her\n\nI never trusted', 'I trusted her\n\nI never', 'I trusted her']) {
      good(ben.copy.undo('tab'))
      expect(memoOf(ben.copy.db)).toBe(left)
    }
    simulation.close()
  })

  it('has each once where the other’s words come bit by bit', () => {
    const { simulation, ana, ben, writes, meet } = apart('Note')
    writes(ben, 'Note by Ben')
    simulation.connect(ben)
    for (const text of ['By Ana', 'By Anna', 'By Anna and me']) {
      writes(ana, text)
      simulation.send(ana)
      simulation.serve(ana)
      simulation.arrive(ana)
      simulation.arrive(ben)
    }
    meet()
    expect(memoOf(simulation.roomDb)).toBe('By Anna and me\n\nNote by Ben')
    simulation.close()
  })

  it('has what both changed apart from each other, as each left it', () => {
    const { simulation, ana, ben, writes, meet } = apart('She trusts him.')
    writes(ana, 'Anna trusts him.')
    writes(ben, 'She trusts him no more.')
    meet()
    expect(memoOf(simulation.roomDb)).toBe('Anna trusts him no more.')
    simulation.close()
  })

  it('is one’s own where the other’s words were seen before', () => {
    const { simulation, ana, ben, writes, meet } = apart('Note')
    writes(ana, 'Note by Ana')
    meet()
    writes(ben, 'Note by Ben')
    meet()
    expect(memoOf(simulation.roomDb)).toBe('Note by Ben')
    expect([...ana.meanwhile, ...ben.meanwhile]).toEqual([])
    simulation.close()
  })

  it('keeps the other’s words too where a part of one’s own was under way already', () => {
    const { simulation, ana, ben, writes, meet } = apart('')
    simulation.connect(ben)
    writes(ben, 'By')
    simulation.send(ben)
    writes(ben, 'By Ben')
    writes(ana, 'By Ana')
    meet()
    expect(memoOf(simulation.roomDb)).toBe('By Ana\n\nBy Ben')
    simulation.close()
  })
})

it('a description that two have written without each other has both texts', () => {
  const { simulation, ana, ben, describes, meet } = apart('Note')
  describes(ana, 'In people')
  describes(ben, 'In institutions')
  meet()
  expect(descriptionOf(simulation.roomDb)).toBe('In people\n\nIn institutions')
  expect(ben.meanwhile).toEqual([{ kind: 'bothTexts', of: 'quirk', title: 'Trust', author: 'Ana' }])
  simulation.close()
})
