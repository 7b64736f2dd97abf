/** Words that come back by undo, among several people: what lies on them is what lay on them in the room, whatever the one who brings them back knew of it. */
import { describe, expect, it } from 'vitest'
import { show } from '../../../fixtures/project.ts'
import { type Person, serverProject, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import { isProblem } from '../../../src/model/problems.ts'

const place = { sourceId: 1, questionId: 1 }

/** Ana and Ben at one text. Nothing reaches the room before `sends` or `settles`. */
function two(drawing: string) {
  const simulation = simulate(() => 0.5, undefined, undefined, serverProject(`quirk Trust\n${drawing}`))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const textOf = ({ copy }: Person) => copy.db.one<{ text: string }>('SELECT text FROM answer_texts')?.text ?? ''
  const edits = ({ copy }: Person, change: { from: number; to: number; insert: string }) =>
    copy.run('tab', '', [{ command: 'editAnswer', args: { ...place, changes: [change] } }], 'undo.test')
  return {
    ana,
    ben,
    types: (person: Person, insert: string, before: string) => {
      const from = textOf(person).indexOf(before)
      edits(person, { from, to: from, insert })
    },
    deletes: (person: Person, words: string) => {
      const from = textOf(person).indexOf(words)
      edits(person, { from, to: from + words.length, insert: '' })
    },
    undoes: ({ copy }: Person) => expect(isProblem(copy.undo('tab'))).toBe(false),
    redoes: ({ copy }: Person) => expect(isProblem(copy.redo('tab'))).toBe(false),
    sends: (person: Person) => {
      simulation.send(person)
      simulation.serve(person)
    },
    settles: () => simulation.settle(),
    /** The source as the room has it in the end, and everybody. */
    drawn: () => {
      simulation.settle()
      for (const { copy } of simulation.people) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
      const all = show(simulation.roomDb)
      simulation.close()
      return all.split('\n').slice(1).join('\n')
    },
  }
}

describe('what comes back with words', () => {
  it('is no highlight that had gone in the room before these words did', () => {
    const { ana, ben, types, deletes, undoes, sends, drawn } = two('source One | I [trusted]Trust him.')
    types(ana, '(never)', 'sted')
    deletes(ana, 'tru(never)sted him')
    undoes(ana)
    deletes(ben, 'trusted')
    sends(ben)
    expect(drawn()).toBe('source One | I (never) him.')
  })

  it('is a highlight as it lay when they went', () => {
    const { ana, ben, types, deletes, undoes, settles, drawn } = two('source One | I [trusted]Trust him.')
    deletes(ana, 'trusted him')
    settles()
    types(ben, '(never)', '.')
    undoes(ana)
    expect(drawn()).toBe('source One | I [trusted]Trust him(never).')
  })
})

it('words that were typed while all the text was gone in the room stand where they stood once it is back', () => {
  const { ana, ben, types, deletes, undoes, sends, drawn } = two('source One | I [trusted]Trust him.')
  deletes(ana, 'I trusted him.')
  undoes(ana)
  types(ben, '(never)', 'sted')
  sends(ana)
  expect(drawn()).toBe('source One | I [tru(never)sted]Trust him.')
})

it('redo of a deletion leaves a highlight on what a colleague has typed in it', () => {
  const { ana, ben, types, deletes, undoes, redoes, settles, drawn } = two('source One | I [trusted]Trust him.')
  deletes(ana, 'trusted')
  undoes(ana)
  settles()
  types(ben, '(never)', 'sted')
  settles()
  redoes(ana)
  expect(drawn()).toBe('source One | I [(never)]Trust him.')
})
