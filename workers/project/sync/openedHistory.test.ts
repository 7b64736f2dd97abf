/** The history of a protected project: its server tells no word of it, and whoever has the key reads titles, what was written and what was highlighted. */
import { expect, it } from 'vitest'
import { protect, serverProject, simulate } from '../../../fixtures/testing/simulation.ts'
import { tracesOfWord } from '../../../fixtures/testing/tracesOfWord.ts'
import { keyPartsOf } from '../../../src/model/sealing/keys.ts'
import { openedHistory } from './openedHistory.ts'

const parts = keyPartsOf(new Uint8Array(32).fill(7))
const sealing = { parts, name: 'p.qrk' }
const word = 'Heliotrop'
const place = { sourceId: 1, questionId: 1 }

it('tells titles of sources, words that came and went, and passages to who has the key alone', () => {
  const db = serverProject('quirk Trust\nsource One | I trusted him until the letter came.')
  protect(db, sealing)
  const simulation = simulate(() => 0.5, undefined, undefined, db, sealing)
  const { copy } = simulation.join('Ana')
  const does = (command: string, args: object) => {
    expect(copy.run('tab', `${command} ${copy.head}`, [{ command, args } as never], 'undo.test')).toHaveProperty('ok')
    simulation.settle()
  }
  does('updateSource', { sourceId: 1, title: word })
  does('createHighlights', { quirkId: 1, passages: [{ ...place, start: 2, length: 7 }] })
  does('editAnswer', { ...place, changes: [{ from: 0, to: 1, insert: `${word}\nand` }] })
  does('createSource', { title: `${word} 2`, html: '<p>Words.</p>' })
  const { room } = simulation
  const told = room.history({}).entries
  const details = told.map(({ seq }) => room.step(seq))
  expect(tracesOfWord(word, Buffer.from(JSON.stringify([told, details])))).toEqual([])

  const [made, edited, highlighted, renamed] = openedHistory(copy.db, parts, told)
  expect(made?.parts[0]).toEqual({ op: 'insert', table: 'sources', count: 1, titles: [`${word} 2`] })
  expect(edited?.parts).toEqual([{ op: 'edit', table: 'question_answers', count: 1, titles: [word] }])
  expect(highlighted?.parts).toEqual([{ op: 'insert', table: 'highlights', count: 1, titles: ['Trust'] }])
  expect(renamed?.parts).toEqual([{ op: 'update', table: 'sources', count: 1, titles: [word] }])
  const [, opened, passages] = openedHistory(copy.db, parts, details)
  expect(opened?.texts).toEqual([{ title: word, added: [`${word} and`], removed: ['I'] }])
  expect(passages?.passages).toEqual([{ op: 'insert', quirk: 'Trust', words: 'trusted' }])

  const [, , , unread] = openedHistory(copy.db, keyPartsOf(new Uint8Array(32).fill(8)), told)
  expect(unread?.parts).toEqual([{ op: 'update', table: 'sources', count: 1, titles: [] }])
  simulation.close()
})
