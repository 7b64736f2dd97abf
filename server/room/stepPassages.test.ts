import { expect, it } from 'vitest'
import { openNode } from '../../wasm/database/boot/node.ts'
import { setMeta } from '../../wasm/database/meta.ts'
import { serverSql } from '../../wasm/database/migrations/tables.ts'
import { openRoom, type Submission } from './room.ts'

type Operations = Submission['steps'][0]['operations']
const by = { author: 'Ann', timestamp: 1, create: true }
const place = { sourceId: 1, questionId: 1 }
const highlight = (id: number, start: number, length: number): Operations => [
  { name: 'highlightCreateOrUpdate', args: { id, ...place, quirkId: 3, start, length, ...by } },
]

/** A source with a text and a quirk; `push` does a step and answers its number. */
function study() {
  const db = openNode(':memory:')
  db.exec(serverSql)
  setMeta(db, 'uuid', 'u')
  setMeta(db, 'epoch', 'e')
  db.run("INSERT INTO questions VALUES (1, '', 1)")
  const room = openRoom(db)
  room.open(0, '', 0)
  let pushes = 0
  const push = (operations: Operations): number => {
    pushes += 1
    const [taken] = room.submit([
      {
        sender: { client: 1, access: 'own', author: 'Ann' },
        push: { client: 1, n: pushes, base: 0 },
        steps: [{ operations, versions: pushes === 1 ? {} : { 2: 1 } }],
        hash: `h${pushes}`,
      },
    ])
    const [answer] = taken?.answer.steps ?? []
    if (!answer || !('seq' in answer)) throw new Error(JSON.stringify(answer))
    return answer.seq
  }
  push([
    { name: 'sourceCreateOrUpdate', args: { id: 1, title: 'Anna', icon: 'i', ...by } },
    { name: 'answerCreateOrUpdate', args: { id: 2, ...place, answer: '<p>I trusted 🙂 him.</p>', ...by } },
    {
      name: 'quirkCreateOrUpdate',
      args: { id: 3, title: 'Trust', description: '', color: '#112233', x: 0, y: 0, parentQuirkId: -1, ...by },
    },
  ])
  const write = () =>
    push([
      {
        name: 'answerCreateOrUpdate',
        args: {
          id: 2,
          ...place,
          edit: [{ type: 'text', changes: [[0, 'Yes, '], 17], format: { marks: [], kinds: [], images: [] } }],
        },
      },
    ])
  return { push, write, passages: (seq: number) => room.step(seq).passages }
}

it('names the words of highlights that came, in the text of now', () => {
  const { push, write, passages } = study()
  const made = push(highlight(10, 2, 7))
  const smiled = push(highlight(11, 10, 6))
  expect(passages(made)).toEqual([{ op: 'insert', quirk: 'Trust', words: 'trusted' }])
  expect(passages(smiled)).toEqual([{ op: 'insert', quirk: 'Trust', words: '🙂 him' }])
  write()
  expect(passages(made)).toEqual([{ op: 'insert', quirk: 'Trust', words: 'trusted' }])
})

it('names those of highlights that went while the text is as it was, and never other words', () => {
  const { push, write, passages } = study()
  const made = push(highlight(10, 2, 7))
  const gone = push([{ name: 'highlightRemove', args: { id: 10 } }])
  expect(passages(gone)).toEqual([{ op: 'remove', quirk: 'Trust', words: 'trusted' }])
  expect(passages(made)).toEqual([{ op: 'insert', quirk: 'Trust', words: 'trusted' }])
  write()
  expect(passages(gone)).toEqual([])
  expect(passages(made)).toEqual([])
})
