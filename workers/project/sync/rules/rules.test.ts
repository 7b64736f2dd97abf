// Each rule in a project drawn as text: while Ben is away with what he did, Ana does something else, of which he hears at the end of each of her rounds.
// Then he sends what waits, and all have the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { at, quirkNamed, show } from '../../../../fixtures/project.ts'
import { type Person, serverProject, simulate, stateOf } from '../../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../../src/model/commands.ts'
import { isProblem, type Problem, type Result } from '../../../../src/model/problems.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import { setAsideSteps } from '../../setAside/setAside.ts'
import type { Meanwhile } from './meanwhile.ts'
import { rules } from './rules.ts'

type Act = 'undo' | ((db: Db) => Call)

interface Case {
  drawn: string
  ben: Act[]
  ana: Act[][]
  after: string
  /** What Ben is told. */
  told?: Meanwhile[]
  problems?: Problem[]
  /** How many steps of his are set aside. */
  setAside?: number
}

const kelly = 'source Kelly | I trusted him until the letter came.'
const idIn = (db: Db, table: string): number => db.one<{ id: number }>(`SELECT MAX(id) AS id FROM ${table}`)?.id ?? 0
const highlights =
  (words: string, quirk: string): Act =>
  (db) => ({ command: 'createHighlight', args: { ...at(db, words), quirkId: quirkNamed(db, quirk) } })
/** Behind these words of the text. */
const types =
  (behind: string, insert: string): Act =>
  (db) => {
    const { sourceId, questionId, start, length } = at(db, behind)
    const changes = [{ from: start + length, to: start + length, insert }]
    return { command: 'editAnswer', args: { sourceId, questionId, changes } }
  }
const answers =
  (insert: string): Act =>
  () => ({ command: 'editAnswer', args: { sourceId: 1, questionId: 2, changes: [{ from: 0, to: 0, insert }] } })
const beginsAnswer: Act = () => ({ command: 'createAnswer', args: { sourceId: 1, questionId: 2 } })
const merges =
  (source: string, target: string): Act =>
  (db) => ({
    command: 'mergeQuirks',
    args: { sourceQuirkId: quirkNamed(db, source), targetQuirkId: quirkNamed(db, target) },
  })
const removesSource: Act = () => ({ command: 'removeSources', args: { sourceIds: [1] } })
/** To a state in which that was Kelly's text. */
const goesBack =
  (text: string): Act =>
  () => {
    const by = { author: ['me'], timestamp: [1] }
    const rows = {
      sources: { id: [1], title: ['Kelly'], icon: ['md_generic'], ...by },
      question_answers: { id: [1], sourceId: [1], questionId: [1], answer: [`<p>${text}</p>`], ...by },
    }
    return { command: 'restoreState', args: { state: JSON.stringify({ seq: 0, head: 0, rows, gone: {} }), seq: 0 } }
  }
const creates =
  (title: string, under?: string): Act =>
  (db) => ({
    command: 'createQuirk',
    args: { title, ...(under !== undefined && { parentQuirkId: quirkNamed(db, under) }) },
  })
const setsAge =
  (value: string): Act =>
  (db) => ({
    command: 'setSourceProperties',
    args: { cells: [{ sourceId: 1, keyId: idIn(db, 'source_metadata_keys'), values: [value] }] },
  })

const cases: Record<string, Case> = {
  mergedQuirks: {
    drawn: `quirk Trust\nquirk Doubt\n${kelly}`,
    ben: [highlights('trusted him', 'Doubt'), creates('Silence', 'Doubt')],
    ana: [[merges('Doubt', 'Trust')]],
    after: `quirk Trust
quirk Silence < Trust
source Kelly | I [trusted him]Trust@Ben until the letter came.`,
    told: [{ kind: 'wentAlong', title: 'Doubt', into: 'Trust', n: 1, author: 'Ana' }],
  },
  removedText: {
    drawn: `quirk Trust\n${kelly}`,
    ben: [types('him', ' once'), highlights('him once', 'Trust')],
    ana: [[removesSource], ['undo']],
    after: `quirk Trust\n${kelly}`,
    problems: [1, 2].map(() => ({ kind: 'parentRemoved', of: 'source', title: 'Kelly' })),
    setAside: 2,
  },
  returnedText: {
    drawn: 'source Kelly | Well, I trusted him.',
    ben: [removesSource, 'undo', types('him.', ' Once.')],
    ana: [[removesSource], [goesBack('I trusted him.')]],
    after: 'source Kelly | I trusted him. Once.',
  },
  sameNames: {
    drawn: 'quirk Trust\nquirk Doubt',
    ben: [
      () => ({ command: 'createGroup', args: { description: 'Second cycle' } }),
      (db) => ({
        command: 'setGroup',
        args: { groupId: idIn(db, 'groups'), quirkId: quirkNamed(db, 'Doubt'), member: true },
      }),
    ],
    ana: [[() => ({ command: 'createGroup', args: { description: 'Second cycle' } })]],
    after: 'quirk Trust\nquirk Doubt\ngroup Second cycle: Doubt',
  },
  sameAnswer: {
    drawn: 'quirk Trust\nquestion 2 Why?\nsource Kelly | I trusted him.',
    ben: [beginsAnswer, answers('Because of him.'), highlights('Because', 'Trust')],
    ana: [[beginsAnswer, answers('It rained.')]],
    after: `quirk Trust
question 2 Why?
source Kelly | I trusted him.
answer Kelly 2 | It rained.
               | [Because]Trust@Ben of him.`,
  },
  begunApart: {
    drawn: 'question 2 Why?\nsource Kelly | I trusted him.\nanswer Kelly 2 |',
    ben: [answers('Because of him.')],
    ana: [[answers('It rained.')]],
    after: `question 2 Why?
source Kelly | I trusted him.
answer Kelly 2 | It rained.
               | Because of him.`,
  },
  tooDeep: {
    drawn: `quirk Trust\nquirk Doubt\nquirk Fear < Doubt\n${kelly}`,
    ben: [creates('Letters', 'Fear'), highlights('the letter', 'Letters')],
    ana: [
      [
        (db) => ({
          command: 'moveQuirk',
          args: { quirkId: quirkNamed(db, 'Doubt'), parentQuirkId: quirkNamed(db, 'Trust') },
        }),
      ],
    ],
    after: `quirk Trust
quirk Doubt < Trust
quirk Fear < Doubt
quirk Letters
source Kelly | I trusted him until [the letter]Letters@Ben came.`,
    problems: [{ kind: 'quirkNestingIssue' }],
  },
  bothTexts: {
    drawn: 'source Kelly | I [trusted]"Why?" him.',
    ben: [() => ({ command: 'updateMemo', args: { memoId: 1, content: 'Why? She was alone.' } })],
    ana: [[() => ({ command: 'updateMemo', args: { memoId: 1, content: 'Why? He was kind.' } })]],
    after: 'source Kelly | I [trusted]"Why? He was kind.\\n\\nWhy? She was alone." him.',
    told: [{ kind: 'bothTexts', of: 'memo', title: 'Kelly', author: 'Ana' }],
  },
  cellsTwice: {
    drawn: kelly,
    ben: [() => ({ command: 'createQuirk', args: { title: 'Trust' } }), setsAge('thirties')],
    ana: [[setsAge('old')]],
    after: `quirk Trust\n${kelly}\nAge of Kelly: thirties`,
    told: [{ kind: 'cellTwice', property: 'Age', source: 'Kelly', own: 'thirties', theirs: 'old', author: 'Ana' }],
  },
}

/** With the properties of the sources below it. */
const shown = (db: Db): string =>
  [
    show(db),
    ...db
      .all<{ line: string }>(
        `SELECT k.key || ' of ' || s.title || ': ' || v.value AS line FROM source_metadatas m
JOIN source_metadata_keys k ON k.id = m.keyId JOIN sources s ON s.id = m.sourceId JOIN source_metadata_values v ON v.id = m.valueId`,
      )
      .map(({ line }) => line),
  ].join('\n')

const did = ({ copy }: Person, one: Act): Result<unknown> =>
  one === 'undo' ? copy.undo('tab') : copy.run('tab', '', [one(copy.db)], 'undo.test')

function act(person: Person, acts: readonly Act[]): void {
  for (const one of acts) {
    const done = did(person, one)
    if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  }
}

it.each(Object.entries(cases))(
  '%s',
  (_, { drawn, ben: his, ana: hers, after, told = [], problems = [], setAside = 0 }) => {
    const simulation = simulate(() => 0.5, undefined, undefined, serverProject(drawn))
    const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
    const age: Call = { command: 'createSourceProperty', args: { key: 'Age', values: ['old'] } }
    if (after.includes('Age')) act(ana, [() => age])
    simulation.settle()
    simulation.cut(ben)
    act(ben, his)
    for (const round of hers) {
      act(ana, round)
      while (ana.copy.waiting > 0) {
        simulation.send(ana)
        simulation.serve(ana)
        while (ana.wire?.down.length) simulation.arrive(ana)
      }
      simulation.connect(ben)
      while (ben.wire?.down.length) simulation.arrive(ben)
      simulation.cut(ben)
    }
    simulation.settle()
    expect(shown(simulation.roomDb)).toBe(after)
    for (const { copy } of [ana, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    expect(ben.meanwhile).toEqual(told)
    expect(ben.problems).toEqual(problems)
    expect(setAsideSteps(ben.copy.db)).toHaveLength(setAside)
    expect([...ana.meanwhile, ...ana.problems]).toEqual([])
    simulation.close()
  },
)

it('every rule is drawn here, and has its line in the table of the README', () => {
  const names = rules.map(({ name }) => name)
  expect(Object.keys(cases)).toEqual(names)
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  expect(Array.from(readme.matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name)).toEqual(names)
})
