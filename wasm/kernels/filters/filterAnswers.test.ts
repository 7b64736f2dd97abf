import { describe, expect, test } from 'vitest'
import { drawnKernels } from '../../../fixtures/testing/drawnKernels.ts'
import { attempt } from '../../../src/model/problems.ts'
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import type { Db } from '../../database/db.ts'
import { finish } from '../slices.ts'

/** Highlights 1 to 5, answers 1 to 3; times 1000, 2000 … are those of highlights and quirks. */
const open = async () => {
  const drawn = await drawnKernels(`
    quirk Trust
    quirk Doubt
    quirk Hope
    group Feelings: Trust, Doubt
    group Good: Trust, Hope
    question 2 Why?
    source Anna | I [trusted him]Trust until the [letter]Doubt@Ben came, and [still]Hope@Ben do.
    source Ben  | [Never]Doubt did.
    answer Anna 2 | Nothing is marked [here]Trust@Cleo.
    source Cleo | Nothing at all.
  `)
  drawn.db.exec(`
    UPDATE highlights SET timestamp = id * 1000; UPDATE quirks SET timestamp = id * 1000;
    UPDATE quirks SET author = 'Ben' WHERE title = 'Hope';
    INSERT INTO source_metadata_keys VALUES (1, 'Age', 1, 0), (2, 'Empty', 0, 0);
    INSERT INTO source_metadata_values VALUES (1, 1, 'old'), (2, 1, 'young'), (3, 1, 'wise');
    INSERT INTO source_metadatas VALUES (1, 1, 1, 1, 'me', 0), (2, 1, 3, 1, 'me', 0), (3, 1, 2, 2, 'me', 0);`)
  return drawn
}

type Short = [field: string, operator: string, value: string | number, clause?: 'And' | 'Or']
const filters = (...of: Short[]): Filter[] =>
  of.map(([field, operator, value, clause = 'And']) => ({ field, operator, value, clause }) as Filter)

/** Of each answer that passes, by its source and question, the number of its highlights that do. */
async function passing(...of: Short[]): Promise<string> {
  const { db, kernels } = await open()
  const { answers } = finish(kernels.filterAnswers(filters(...of)))
  return answers.map(({ id, highlights }) => `${nameOf(db, id)} ${highlights}`).join(', ')
}

/** The same with a text; then what of it belongs to no quirk. */
async function passingWith(text: string, ...of: Short[]): Promise<string> {
  const { db, kernels } = await open()
  const { answers } = finish(kernels.filterAnswers(filters(...of), text))
  return answers.map(({ id, highlights, bare }) => `${nameOf(db, id)} ${highlights} ${bare}`).join(', ')
}

const nameOf = (db: Db, answerId: number) =>
  db.one<{ name: string }>(
    `SELECT title || CASE questionId WHEN 1 THEN '' ELSE questionId END AS name FROM question_answers a
    JOIN sources ON sources.id = sourceId WHERE a.id = ?`,
    [answerId],
  )?.name

describe('each field', () => {
  test.each<[Short, string]>([
    [['highlightAuthor', '=', 'Ben'], 'Anna 2'],
    [['highlightAuthor', '!=', 'Ben'], 'Anna 1, Anna2 1, Ben 1'],
    [['quirkAuthor', '=', 'Ben'], 'Anna 1'],
    [['quirkAuthor', '!=', 'Ben'], 'Anna 2, Anna2 1, Ben 1'],
    [['group', '=', 'Good'], 'Anna 2, Anna2 1'],
    [['group', '!=', 'Good'], 'Anna 1, Ben 1'],
    [['sourceName', '=', 'Anna'], 'Anna 3, Anna2 1'],
    [['sourceName', '!=', 'Anna'], 'Ben 1, Cleo 0'],
    [['question', '=', 'Why?'], 'Anna2 1'],
    [['question', '!=', 'Why?'], 'Anna 3, Ben 1, Cleo 0'],
    [['Age', '=', 'old'], 'Anna 3, Anna2 1'],
    [['Age', '=', 'wise'], 'Anna 3, Anna2 1'],
    [['Age', '!=', 'wise'], 'Ben 1, Cleo 0'],
    [['Age', '=', 'nobody is'], ''],
    [['age', '=', 'young'], 'Ben 1'],
    [['Empty', '=', 'x'], ''],
    [['Empty', '!=', 'x'], 'Anna 3, Anna2 1, Ben 1, Cleo 0'],
    [['quirkDate', '=', 2000], 'Anna 1, Ben 1'],
    [['quirkDate', '!=', 2000], 'Anna 2, Anna2 1'],
    [['quirkDate', '>', 2000], 'Anna 1'],
    [['quirkDate', '>=', 2000], 'Anna 2, Ben 1'],
    [['quirkDate', '<', 2000], 'Anna 1, Anna2 1'],
    [['quirkDate', '<=', 2000], 'Anna 2, Anna2 1, Ben 1'],
    [['highlightDate', '=', 2000], 'Anna 1'],
    [['highlightDate', '!=', 2000], 'Anna 2, Anna2 1, Ben 1'],
    [['highlightDate', '>', 3000], 'Anna2 1, Ben 1'],
    [['highlightDate', '<', '1970-01-03'], 'Anna 3, Anna2 1, Ben 1'],
  ])('%j', async (filter, expected) => {
    expect(await passing(filter)).toBe(expected)
  })

  test('what there is no property of is a problem', async () => {
    const { kernels } = await open()
    expect(attempt(() => finish(kernels.filterAnswers(filters(['Shoe size', '=', '44']))))).toEqual({
      problem: { kind: 'badFilter', detail: 'there is no property Shoe size' },
    })
  })
})

describe('quirks, and what lies together', () => {
  /** Quirks 1 to 5, answers 1 to 4: Trust holds Faith, which holds Creed. */
  const together = async () => {
    const drawn = await drawnKernels(`
      quirk Trust
      quirk Doubt
      quirk Faith < Trust
      quirk Creed < Faith
      quirk Hope
      question 2 Why?
      source Anna | [I trusted]Trust [him]Doubt until [the [letter]Doubt came]Faith.
      source Ben  | [Never]Doubt [did]Hope[!]Creed
      answer Anna 2 | [Nothing is [marked]Hope]Hope here.
      source Cleo | Nothing at all.
    `)
    drawn.db.exec("UPDATE quirks SET title = 'Doubt' WHERE title = 'Hope'")
    return drawn
  }
  /** The words of each highlight that passes, then the answers that pass without one. */
  const words = async (...of: (Short | (Filter & { alone: true }))[]): Promise<string> => {
    const { db, kernels } = await together()
    const asked = of.map((one) => (Array.isArray(one) ? filters(one)[0] : one) as Filter)
    const { ids } = finish(
      kernels.quotes({ quirkIds: null, filters: asked, order: 'place', descending: false, offset: 0, limit: 100 }),
    )
    const quotes = ids.map(
      (id) =>
        db.one<{ words: string }>(
          `SELECT substr(text, start + 1, length) AS words FROM highlights h JOIN question_answers a
          ON a.sourceId = h.sourceId AND a.questionId = h.questionId JOIN answer_texts ON answerId = a.id WHERE h.id = ?`,
          [id],
        )?.words,
    )
    const { answers } = finish(kernels.filterAnswers(asked))
    const alone = answers.filter(({ highlights }) => highlights === 0).map(({ id }) => nameOf(db, id))
    return [quotes.join(', '), ...(alone.length > 0 ? [alone.join(', ')] : [])].join(' | ').trim()
  }
  const alone = (field: string, value: number | string): Filter & { alone: true } => ({
    ...{ field, operator: '=', value, clause: 'And', alone: true },
  })

  test.each<[Short | (Filter & { alone: true }), string]>([
    [['quirk', '=', 1], 'I trusted, the letter came, !'],
    [['quirk', '=', 3], 'the letter came, !'],
    [['quirk', '!=', 1], 'him, letter, Nothing is marked, marked, Never, did'],
    [alone('quirk', 1), 'I trusted'],
    [alone('quirk', 3), 'the letter came'],
    [['quirk', '=', 'Trust'], 'I trusted, the letter came, !'],
    [['quirk', '=', 'Doubt'], 'him, letter, Nothing is marked, marked, Never, did'],
    [['quirk', '=', 'doubt'], ''],
    [['quirk', '!=', 77], 'I trusted, him, the letter came, letter, Nothing is marked, marked, Never, did, !'],
    // The whole source, with all its questions, whatever the highlight itself is of; a source without highlights has none.
    [['sourceQuirk', '=', 1], 'I trusted, him, the letter came, letter, Nothing is marked, marked, Never, did, !'],
    [alone('sourceQuirk', 1), 'I trusted, him, the letter came, letter, Nothing is marked, marked'],
    [['sourceQuirk', '!=', 5], '| Cleo'],
    [
      ['sourceQuirk', '!=', 77],
      'I trusted, him, the letter came, letter, Nothing is marked, marked, Never, did, ! | Cleo',
    ],
    [['answerQuirk', '=', 5], 'Nothing is marked, marked, Never, did, !'],
    [['answerQuirk', '!=', 5], 'I trusted, him, the letter came, letter | Cleo'],
    // Touching is not overlapping, and nothing overlaps itself; two of one quirk overlap each other.
    [['overlaps', '=', 2], 'the letter came'],
    [['overlaps', '=', 3], 'letter'],
    [['overlaps', '=', 5], 'Nothing is marked, marked'],
    [['overlaps', '!=', 5], 'I trusted, him, the letter came, letter, Never, did, !'],
    [['overlaps', '=', 1], 'letter'],
    [alone('overlaps', 1), ''],
  ])('%j', async (filter, expected) => {
    expect(await words(filter)).toBe(expected)
  })

  test('coded A, in a source that also has B and not C', async () => {
    expect(await words(['quirk', '=', 1], ['sourceQuirk', '=', 2], ['sourceQuirk', '!=', 4])).toBe(
      'I trusted, the letter came',
    )
    expect(await words(['overlaps', '=', 2], ['quirk', '=', 4, 'Or'], ['answerQuirk', '=', 5])).toBe('!')
  })

  test('a highlight of another text, and where a quirk is nested, change what passes', async () => {
    const { db, kernels } = await together()
    const passes = (...of: Short[]) => finish(kernels.filterAnswers(filters(...of))).highlights
    expect(passes(['sourceQuirk', '=', 4])).toBe(3)
    expect(passes(['quirk', '=', 1])).toBe(3)
    const row = { id: 99, sourceId: 1, questionId: 2, quirkId: 4, start: 0, length: 1, author: 'me', timestamp: 0 }
    db.exec('INSERT INTO highlights SELECT 99, sourceId, 2, 4, 0, 1, author, 0 FROM highlights WHERE id = 1')
    kernels.keep([{ op: 'insert', table: 'highlights', id: 99, row }])
    expect(passes(['sourceQuirk', '=', 4])).toBe(10)
    db.exec('UPDATE quirks SET parentQuirkId = -1 WHERE id = 3')
    kernels.keep([{ op: 'update', table: 'quirks', id: 3, was: { parentQuirkId: 1 }, set: { parentQuirkId: -1 } }])
    expect(passes(['quirk', '=', 1])).toBe(1)
  })
})

describe('who speaks', () => {
  /** Highlights 1 to 6, in this order. */
  const open = () =>
    drawnKernels(`
      quirk Trust
      source Talk  | Ana: I [came]Trust late.
                   | And then I [left]Trust.
                   | Ben: [So late.]Trust
                   | Ana: [No.]Trust
                   | 7 Ana: It was [night.
                   | Ben: Was]Trust it?
      source Notes | Ben: [Fine]Trust.
                   | Note: Ana came.
    `)
  const passes = async (...of: Short[]) => {
    const { kernels } = await open()
    return [...finish(kernels.quoteIds({ quirkIds: null, filters: filters(...of), order: 'place', descending: false }))]
  }

  test.each<[Short[], number[]]>([
    [[['saidBy', '=', 'Ana']], [1, 2, 4, 5]],
    [[['saidBy', '!=', 'Ana']], [3, 6]],
    // A passage that two say is each one’s.
    [[['saidBy', '=', 'Ben']], [3, 5, 6]],
    [
      [
        ['saidBy', '=', 'Ana'],
        ['saidBy', '=', 'Ben', 'And'],
      ],
      [5],
    ],
    [
      [
        ['sourceName', '=', 'Notes'],
        ['saidBy', '=', 'Ana', 'Or'],
      ],
      [1, 2, 4, 5, 6],
    ],
    // Who begins one paragraph is no speaker.
    [[['saidBy', '=', 'Note']], []],
  ])('%j: a turn goes on to the next speaker', async (asked, expected) => {
    expect(await passes(...asked)).toEqual(expected)
  })

  test('whoever is called otherwise now has said it', async () => {
    const { db, kernels } = await open()
    const said = (name: string) => finish(kernels.filterAnswers(filters(['saidBy', '=', name]))).highlights
    expect(said('Ben')).toBe(3)
    const [{ id = 0 } = {}] = db.all<{ id: number }>('SELECT id FROM question_answers ORDER BY id LIMIT 1')
    db.run('UPDATE answer_texts SET text = replace(text, ?, ?)', ['Ben:', 'Eva:'])
    for (const answerId of [id, id + 1])
      kernels.keep([
        { op: 'update', table: 'question_answers', id: answerId, was: { answer: '' }, set: { answer: '' } },
      ])
    expect([said('Ben'), said('Eva')]).toEqual([0, 3])
  })
})

describe('And and Or', () => {
  test('are read from the first to the last, without precedence', async () => {
    // (Ben or me) and group Good: with precedence it would be Ben, or me and Good.
    const both: Short[] = [
      ['highlightAuthor', '=', 'Ben'],
      ['highlightAuthor', '=', 'me', 'Or'],
      ['group', '=', 'Good', 'And'],
    ]
    expect(await passing(...both)).toBe('Anna 2')
    expect(await passing(both[2] as Short, both[1] as Short)).toBe('Anna 2, Anna2 1, Ben 1')
  })

  test('the clause of the first is not read', async () => {
    expect(await passing(['highlightAuthor', '=', 'Ben', 'Or'])).toBe(await passing(['highlightAuthor', '=', 'Ben']))
  })

  test('an answer without highlights passes by its source and question alone', async () => {
    expect(await passing(['group', '=', 'Good'], ['sourceName', '=', 'Cleo', 'Or'])).toBe('Anna 2, Anna2 1, Cleo 0')
    expect(await passing(['sourceName', '=', 'Cleo'], ['group', '!=', 'Good'])).toBe('')
  })

  test('no filter lets all pass, and counts them for each quirk', async () => {
    const { kernels } = await open()
    const found = finish(kernels.filterAnswers([]))
    expect(found.answers.map(({ highlights }) => highlights)).toEqual([3, 1, 1, 0])
    expect(found.highlights).toBe(5)
    expect(new Map(found.quirks.map(({ id, highlights }) => [id, highlights]))).toEqual(
      new Map([
        [1, 2],
        [2, 2],
        [3, 1],
      ]),
    )
  })
})

test('an answer that says nothing is none without a quirk', async () => {
  const { db, kernels } = await drawnKernels(`
    quirk Trust
    source Anna | I [trusted him]Trust.
    source Ben  | Never.
    source Cleo | Gone.
  `)
  db.exec("UPDATE answer_texts SET text = '' WHERE text = 'Gone.'")
  const { answers, bare } = finish(kernels.filterAnswers([]))
  expect(answers.map(({ id }) => nameOf(db, id))).toEqual(['Anna', 'Ben'])
  expect(bare).toBe(1)
  expect(finish(kernels.bareStretches({ filters: [], text: '', offset: 0, limit: 9 })).total).toBe(1)
})

describe('with a text', () => {
  /** Of each quirk the highlights that pass, then what belongs to no quirk as its words. */
  const found = async (text: string, ...of: Short[]): Promise<string> => {
    const { db, kernels } = await open()
    const { quirks, bare } = finish(kernels.filterAnswers(filters(...of), text))
    const stretches = finish(kernels.bareStretches({ filters: filters(...of), text, offset: 0, limit: 100 }))
    expect(stretches.total).toBe(bare)
    const words = stretches.found.map(({ answerId, span }) => {
      const row = db.one<{ text: string }>('SELECT text FROM answer_texts WHERE answerId = ?', [answerId])
      return span ? row?.text.slice(span.start, span.start + span.length) : row?.text
    })
    return [...quirks.map(({ id, highlights }) => `${id}: ${highlights}`), '|', ...words].join(' ')
  }

  test('a highlight passes where its words share a character with a place of it, in any case', async () => {
    expect(await found('TRUSTED')).toBe('1: 1 |')
    expect(await found('him until')).toBe('1: 1 |')
    expect(await found('n')).toBe('2: 1 | n n N n N n')
  })

  test('touching is not sharing: the place belongs to no quirk', async () => {
    expect(await found(' until')).toBe('|  until')
    expect(await found('I ')).toBe('| I ')
  })

  test('filters hold too: what others have highlighted does not count', async () => {
    expect(await found('letter', ['highlightAuthor', '=', 'Ben'])).toBe('2: 1 |')
    expect(await found('letter', ['highlightAuthor', '=', 'me'])).toBe('|')
    expect(await found('i', ['sourceName', '=', 'Anna'])).toBe('1: 1 3: 1 | I i i i')
  })

  test('an answer passes by a place of it alone', async () => {
    expect(await passingWith('Nothing')).toBe('Anna2 0 1, Cleo 0 1')
    expect(await passingWith('nowhere to be found')).toBe('')
    expect(await passingWith('Nothing', ['sourceName', '=', 'Cleo'])).toBe('Cleo 0 1')
  })
})
