// query: the answers to a drawn project, counted by hand, also where the file has neither texts nor indexes; and what it does not understand.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawFile, thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { isProblem } from '../../src/model/problems.ts'
import { problemLine } from '../base/problemLine.ts'
import { openProject } from '../files/projectFile.ts'
import { openRoom } from '../room/room.ts'
import { testFolder } from '../testing/serve.ts'
import { query, spec } from './query.ts'

/**
 * Feelings is 1, Trust 2, Doubt 3, Hope 4. Ana's first text is `I trusted him fully, him alone.`, with Trust at 2–13, 21–24 and 21–30,
 * Doubt at 10–13, Feelings at 10–19; in her second, Doubt and Trust touch.
 */
const drawing = `
quirk Feelings
quirk Trust < Feelings
quirk Doubt
quirk Hope
group Warm: Trust
question 1 What?
question 2 Why?
source Ana | I [1:trusted [2:[him]Doubt@Ben]1:Trust fully]2:Feelings, [[him]Trust alone]Trust.
answer Ana 2 | [Him]Doubt[ again]Trust
source Ben | [He said [HIM]Trust]Doubt
source Cem | ${'Η πέτρα κυλά. '.repeat(8)}ΣΊΣΥΦΟΣ${' 😀'.repeat(40)}
`
const property = `INSERT INTO source_metadata_keys VALUES (1, 'Age', 0, 0); INSERT INTO source_metadata_values VALUES (1, 1, '30');
INSERT INTO source_metadatas VALUES (1, 1, 1, 1, 'me', 0)`

let folder = ''
beforeAll(() => {
  folder = testFolder()
  alter(drawFile(folder, 'p', drawing), property)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function alter(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

/** In this process, by the arguments: what is printed, or what was refused. */
async function run(project: string, question: readonly string[]) {
  const args = [project, ...question]
  const { values: options, positionals: words } = parseArgs({ args, options: spec.options, allowPositionals: true })
  let printed = ''
  const done = await query({ words, options, folder }, async (pieces) => {
    for (const piece of pieces) printed += piece
  })
  return { done, printed }
}

async function ask(project: string, ...question: string[]): Promise<unknown> {
  const { done, printed } = await run(project, question)
  expect(done, question.join(' ')).toBe(0)
  return JSON.parse(printed)
}

const at = { sourceId: 1, questionId: 1 }
const him = { ...at, start: 10, length: 3, text: 'him' }
const stone = 'Η πέτρα κυλά. '.repeat(8)
const filter = (...filters: [field: string, operator: string, value: string, clause?: string][]) => [
  '--filter',
  JSON.stringify(filters.map(([field, operator, value, clause = 'And']) => ({ field, operator, value, clause }))),
]

const answers: [question: string[], answer: unknown][] = [
  [['--overlap', '2', '3'], { quirks: [2, 3], count: 2 }],
  [['--overlap', '3', '2'], { quirks: [3, 2], count: 2 }],
  [['--overlap', '2', '2'], { quirks: [2, 2], count: 1 }],
  [['--overlap', '2', '4'], { quirks: [2, 4], count: 0 }],
  [
    ['--overlap', '2'],
    {
      quirk: 2,
      overlaps: [
        { quirk: 3, count: 2 },
        { quirk: 1, count: 1 },
        { quirk: 2, count: 1 },
      ],
    },
  ],
  [['--overlap', '4'], { quirk: 4, overlaps: [] }],
  [
    ['--matrix'],
    {
      quirks: [1, 2, 3, 4],
      pairs: [
        [0, 1, 1],
        [0, 2, 1],
        [1, 2, 2],
      ],
    },
  ],
  [
    ['--matrix', '--titles'],
    {
      quirks: [1, 2, 3, 4],
      titles: { 1: 'Feelings', 2: 'Trust', 3: 'Doubt', 4: 'Hope' },
      pairs: [
        [0, 1, 1],
        [0, 2, 1],
        [1, 2, 2],
      ],
    },
  ],
  [['--together', '1,2,3'], [him]],
  [
    ['--together', '3,2'],
    [him, { sourceId: 2, questionId: 1, start: 8, length: 3, text: 'HIM' }],
  ],
  [['--together', '2,4'], []],
  [
    ['--search', 'hIm'],
    {
      text: 'hIm',
      answers: [
        { id: 1, ...at, source: 'Ana', matches: 2, before: 'I trusted ', match: 'him', after: ' fully, him alone.' },
        { id: 2, sourceId: 1, questionId: 2, source: 'Ana', matches: 1, before: '', match: 'Him', after: ' again' },
        { id: 3, sourceId: 2, questionId: 1, source: 'Ben', matches: 1, before: 'He said ', match: 'HIM', after: '' },
      ],
    },
  ],
  [
    ['--search', 'σίσυφος'],
    {
      text: 'σίσυφος',
      answers: [
        {
          id: 4,
          sourceId: 3,
          questionId: 1,
          source: 'Cem',
          matches: 1,
          before: stone.slice(-50),
          match: 'ΣΊΣΥΦΟΣ',
          // The seventeenth would end at 51.
          after: `${' 😀'.repeat(16)} `,
        },
      ],
    },
  ],
  [['--search', 'trust him'], { text: 'trust him', answers: [] }],
  [['--search='], { text: '', answers: [] }],
  [
    filter(['group', '=', 'Warm']),
    {
      answers: [
        { id: 1, highlights: 3 },
        { id: 2, highlights: 1 },
        { id: 3, highlights: 1 },
      ],
      quirks: [{ id: 2, highlights: 5 }],
      highlights: 5,
    },
  ],
  [
    [...filter(['group', '=', 'Warm']), '--titles'],
    {
      answers: [
        { id: 1, highlights: 3 },
        { id: 2, highlights: 1 },
        { id: 3, highlights: 1 },
      ],
      quirks: [{ id: 2, highlights: 5 }],
      titles: { quirks: { 2: 'Trust' }, answers: { 1: 'Ana', 2: 'Ana', 3: 'Ben' } },
      highlights: 5,
    },
  ],
  [
    [...filter(), '--containing', 'him'],
    {
      answers: [
        { id: 1, highlights: 5, bare: 0 },
        { id: 2, highlights: 1, bare: 0 },
        { id: 3, highlights: 2, bare: 0 },
      ],
      quirks: [
        { id: 1, highlights: 1 },
        { id: 2, highlights: 4 },
        { id: 3, highlights: 3 },
      ],
      highlights: 8,
      bare: 0,
    },
  ],
  [
    [...filter(['sourceName', '=', 'Cem']), '--containing', 'ΠΈΤΡΑ'],
    { answers: [{ id: 4, highlights: 0, bare: 8 }], quirks: [], highlights: 0, bare: 8 },
  ],
  [
    filter(['group', '=', 'Warm'], ['sourceName', '=', 'Ben'], ['highlightAuthor', '=', 'Ben', 'Or']),
    {
      answers: [
        { id: 1, highlights: 1 },
        { id: 3, highlights: 1 },
      ],
      quirks: [
        { id: 2, highlights: 1 },
        { id: 3, highlights: 1 },
      ],
      highlights: 2,
    },
  ],
  [
    filter(['quirk', '=', 'Feelings'], ['overlaps', '=', 'Doubt']),
    {
      answers: [
        { id: 1, highlights: 2 },
        { id: 3, highlights: 1 },
      ],
      quirks: [
        { id: 1, highlights: 1 },
        { id: 2, highlights: 2 },
      ],
      highlights: 3,
    },
  ],
  [
    [
      '--filter',
      '[{"field":"quirk","operator":"=","value":3},{"field":"sourceQuirk","operator":"!=","value":1,"alone":true}]',
    ],
    { answers: [{ id: 3, highlights: 1 }], quirks: [{ id: 3, highlights: 1 }], highlights: 1 },
  ],
  [
    filter(['age', '=', '30'], ['highlightDate', '>=', '2025-12-30']),
    {
      answers: [
        { id: 1, highlights: 5 },
        { id: 2, highlights: 2 },
      ],
      quirks: [
        { id: 1, highlights: 1 },
        { id: 2, highlights: 4 },
        { id: 3, highlights: 2 },
      ],
      highlights: 7,
    },
  ],
  [
    ['--words', '--limit', '2', '--source', '1'],
    [
      { word: 'him', count: 3 },
      { word: 'again', count: 1 },
    ],
  ],
  [
    ['--words', '--quirk', '3'],
    [
      { word: 'him', count: 3 },
      { word: 'he', count: 1 },
      { word: 'said', count: 1 },
    ],
  ],
  [
    ['--counts'],
    {
      highlights: 9,
      mostUsed: [
        { id: 2, quirk: 'Feelings / Trust', highlights: 5 },
        { id: 3, quirk: 'Doubt', highlights: 3 },
        { id: 1, quirk: 'Feelings', highlights: 1 },
      ],
      quirks: [
        { id: 1, quirk: 'Feelings', highlights: 1 },
        { id: 2, quirk: 'Feelings / Trust', highlights: 5 },
        { id: 3, quirk: 'Doubt', highlights: 3 },
        { id: 4, quirk: 'Hope', highlights: 0 },
      ],
    },
  ],
]

describe('what it answers', () => {
  it.each(answers)('%j', async (question, answer) => {
    expect(await ask('p.qrk', ...question)).toEqual(answer)
  })

  it('--words counts all texts', async () => {
    const words = (await ask('p', '--words')) as { word: string; count: number }[]
    expect(words.slice(0, 4)).toEqual([
      { word: 'η', count: 8 },
      { word: 'κυλά', count: 8 },
      { word: 'πέτρα', count: 8 },
      { word: 'him', count: 4 },
    ])
    expect(words.reduce((sum, { count }) => sum + count, 0)).toBe(36)
  })

  it('--quotes: windows of the rows that quotes prints, in any order', async () => {
    const ran = await thicket(folder, ['quotes', 'p', '--json'])
    const all = JSON.parse(ran.stdout) as { id: number; quote: string }[]
    expect(all).toHaveLength(9)
    const { rows, total } = (await ask('p', '--quotes')) as { rows: typeof all; total: number }
    const byId = (quotes: typeof all) => quotes.toSorted((a, b) => a.id - b.id)
    expect([total, byId(rows)]).toEqual([9, byId(all)])
    const some = async (...options: string[]) => {
      const answer = (await ask('p', '--quotes', ...options)) as { rows: typeof all; total: number }
      return [answer.total, ...answer.rows.map(({ quote }) => quote)]
    }
    expect(await some('--quirk', '3')).toEqual([3, 'him', 'Him', 'He said HIM'])
    expect(await some('--quirk', '3', '--order', 'length', '--descending')).toEqual([3, 'He said HIM', 'him', 'Him'])
    expect(await some('--order', 'length', '--descending', '--limit', '2')).toEqual([9, 'trusted him', 'He said HIM'])
    expect(await some('--quirk', '1,3', '--order', 'author', '--offset', '1', '--limit', '2')).toEqual([
      4,
      'him fully',
      'Him',
    ])
    expect(await some('--quirk', '4')).toEqual([0])
  })
})

describe('a file without what the kernels read', () => {
  const state = (file: string) => {
    const { mtimeMs } = statSync(file)
    return `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${mtimeMs} ${readdirSync(folder)}`
  }
  const asks = [...answers.map(([question]) => question), ['--words'], ['--quotes', '--order', 'quirk']]

  it('a download answers the same, and stays as it is', async () => {
    const opened = openProject(join(folder, 'p.qrk'), [])
    if (isProblem(opened)) throw new Error(JSON.stringify(opened))
    const room = openRoom(opened.ok.db)
    room.snapshot(join(folder, 'download.qrk'), 'download')
    room.close()
    const before = state(join(folder, 'download.qrk'))
    for (const question of asks) expect(await ask('download', ...question)).toEqual(await ask('p', ...question))
    expect(state(join(folder, 'download.qrk'))).toBe(before)
  })

  it('so does one of another program, without indexes and with a text missing', async () => {
    const path = drawFile(folder, 'foreign', drawing)
    alter(
      path,
      `${property}; DROP INDEX highlights_place; DROP INDEX highlights_quirk; DELETE FROM answer_texts WHERE answerId = 1`,
    )
    const before = state(path)
    for (const question of asks) expect(await ask('foreign', ...question)).toEqual(await ask('p', ...question))
    expect(state(path)).toBe(before)
  })
})

describe('what it does not answer', () => {
  it.each([
    [[], 'one question is expected'],
    [['--matrix', '--counts'], 'one question is expected'],
    [['--overlap', 'Trust'], 'quirks and sources are given by their ids'],
    [['--overlap', '1', '2', '3'], '--overlap takes one quirk or two'],
    [['--together', '2,2'], '--together takes two quirks or more'],
    [['--search', 'trusted', 'him'], '--search leaves nothing to do for him'],
    [['--matrix', '--limit', '3'], '--matrix takes no --limit'],
    [['--counts', '--titles'], '--counts takes no --titles'],
    [['--words', '--limit', 'many'], '--offset and --limit take a whole number'],
    [['--words', '--quirk', '1', '--source', '1'], '--words takes --quirk or --source'],
    [['--quotes', '--order', 'size'], '--order takes place, quirk, author, date, length'],
  ])('is not understood: %j', async (question, says) => {
    expect(await run('p', question)).toEqual({ done: { wrong: says }, printed: '' })
  })

  it.each([
    ['p', ['--overlap', '2', '9'], 'This quirk no longer exists'],
    ['p', ['--words', '--source', '9'], 'This source no longer exists'],
    ['p', ['--filter', '{'], 'This filter cannot be used: '],
    ['p', ['--filter', '{}'], 'a list of filters is expected'],
    ['p', filter(['group', '>', 'Warm']), 'group takes = !='],
    ['p', filter(['highlightDate', '>', 'May']), 'highlightDate needs a day'],
    ['p', filter(['Size', '=', '3']), 'there is no property Size'],
    ['q', ['--counts'], 'q.qrk was not found'],
    ['diary.qrk', ['--matrix'], 'is not a project file'],
  ])('is refused: %s %j', async (project, question, says) => {
    writeFileSync(join(folder, 'diary.qrk'), 'Dear diary,\n'.repeat(2000))
    const { done, printed } = await run(project, question)
    expect(printed).toBe('')
    if (typeof done === 'number' || !('problem' in done)) throw new Error(JSON.stringify(done))
    expect(problemLine(done.problem)).toContain(says)
  })
})

describe('the command', () => {
  it('prints the answer and nothing else', async () => {
    for (const question of [['--matrix'], ['--overlap', '2', '3'], ['--search', 'him'], ['--counts']]) {
      const ran = await (question[0] === '--matrix' ? thicketProcess : thicket)(folder, ['query', 'p.qrk', ...question])
      expect(ran).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(ran.stdout)).toEqual(await ask('p', ...question))
    }
  })

  it('tells in one line what is refused, and where the usage stands when it does not understand', async () => {
    const missing = await thicket(folder, ['query', 'p', '--overlap', '2', '9'])
    expect(missing).toEqual({ code: 1, stdout: '', stderr: 'thicket: This quirk no longer exists\n' })
    for (const [question, says] of [
      [['--matrix', '--counts'], 'one question is expected'],
      [['--overlap'], 'argument missing'],
      [['--heatmap'], "Unknown option '--heatmap'"],
    ] as const) {
      const ran = await thicket(folder, ['query', 'p', ...question])
      expect(ran).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('thicket query --help says how'),
      })
      expect(ran.stderr.split('\n')[0]).toContain(says)
    }
    const help = await thicket(folder, ['query', '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('usage: thicket query <project.qrk> <one question>\n  --overlap')
  })

  it('refuses a project that is open in a running Thicket', async () => {
    const opened = openProject(join(folder, 'p.qrk'), [])
    if (isProblem(opened)) throw new Error(JSON.stringify(opened))
    const refused = await thicketProcess(folder, ['query', 'p', '--counts'])
    opened.ok.db.close()
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is in use. If it is open in Thicket, leave it there'),
    })
  })
})
