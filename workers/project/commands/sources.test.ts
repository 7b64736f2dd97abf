import { describe, expect, it } from 'vitest'
import { oneCopy } from '../../../fixtures/testing/oneCopy.ts'
import { type Person, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { SourcesAsked } from '../../../src/model/queries.ts'
import { random } from '../../../src/model/text/randomRich.ts'
import { setMeta } from '../../../wasm/database/meta.ts'
import { openCounts } from '../live/counts.ts'
import { sourceIds } from '../queries/sources.ts'

const world = oneCopy()
const { run, made } = world

const source = (title: string, html = '') => made({ command: 'createSource', args: { title, html } })
const answers = (sourceId: number) =>
  (world.anna.copy.live.ask('answers', { sourceId }) as { value: { questionId: number; answerId: number | null }[] })
    .value
const listed = (asked: SourcesAsked) =>
  (world.anna.copy.live.ask('sourceIds', asked) as { value: number[] }).value.map(
    (id) => world.anna.copy.db.one<{ title: string }>('SELECT title FROM sources WHERE id = ?', [id])?.title,
  )

describe('1 §3: questions and answers', () => {
  it('every source has an answer to every question, whichever came first', () => {
    const before = source('Before')
    const why = made({ command: 'createQuestion', args: { question: 'Why?' } })
    const after = source('After', '<p>Text</p>')
    for (const id of [before, after]) expect(answers(id).map(({ questionId }) => questionId)).toEqual([1, why])
    expect([...answers(before), ...answers(after)].every(({ answerId }) => answerId !== null)).toBe(true)
    expect(world.anna.copy.live.ask('answers', { sourceId: after })).toMatchObject({
      value: [{ empty: false }, { empty: true }],
    })
  })

  it('an import answers the question that is named, and numbers titles that are taken', () => {
    source('Ana')
    const why = made({ command: 'createQuestion', args: { question: 'Why?' } })
    const sources = [
      { title: 'Ana', html: '<p>One</p>' },
      { title: 'Ana', html: '<p>Two</p>' },
      { title: 'Ben', html: '<p>Three</p>' },
    ]
    const done = run({ command: 'importSources', args: { sources, questionId: why } })
    const [first = 0] = (done as { ok: number[] }).ok
    expect(listed({})).toEqual(['Ana', 'Ana (2)', 'Ana (3)', 'Ben'])
    expect(answers(first)).toMatchObject([
      { questionId: 1, empty: true },
      { questionId: why, empty: false },
    ])
    expect(run({ command: 'importSources', args: { sources, questionId: 99 } })).toMatchObject({
      problem: { kind: 'questionNotFound' },
    })
  })

  it('the folder of a file is a property, and tells files of one name apart', () => {
    const file = (folder?: string) => ({ title: 'P1', html: '<p>a</p>', ...(folder && { folder }) })
    const sources = [file('study/first'), file('study/second'), file('other/second'), file()]
    run({ command: 'importSources', args: { sources } })
    run({ command: 'importSources', args: { sources: [file('Study/First')] } })
    expect(
      world.anna.copy.db.all(
        `SELECT s.title, k.key, v.value FROM sources s LEFT JOIN source_metadatas m ON m.sourceId = s.id LEFT JOIN source_metadata_keys k ON k.id = m.keyId
LEFT JOIN source_metadata_values v ON v.id = m.valueId WHERE s.title LIKE 'P1%' ORDER BY s.id`,
      ),
    ).toEqual([
      { title: 'P1', key: 'Folder', value: 'study/first' },
      { title: 'P1 (second)', key: 'Folder', value: 'study/second' },
      { title: 'P1 (second) (2)', key: 'Folder', value: 'other/second' },
      { title: 'P1 (2)', key: null, value: null },
      { title: 'P1 (First)', key: 'Folder', value: 'study/first' },
    ])
  })

  it('an import brings memos on its texts, each its author’s and of its time; where the server names people, in one’s own name', () => {
    const memo = { start: 2, length: 3, content: 'Why?', author: 'Ben', timestamp: 5 }
    const memos = [memo, { ...memo, start: 0, length: 0, author: '' }]
    const bring = () =>
      run({ command: 'importSources', args: { sources: [{ title: 'Ana', html: '<p>One two</p>', memos }] } })
    const rows = () => world.anna.copy.db.all('SELECT start, length, content, author, timestamp FROM memos ORDER BY id')
    bring()
    expect(rows()).toEqual([memo, { ...memo, start: 0, length: 0, author: 'Anna' }])
    setMeta(world.anna.copy.db, 'author', 'Anna')
    bring()
    expect(rows()[2]).toEqual({ ...memo, content: 'Ben: Why?', author: 'Anna' })
    const outside = [{ ...memo, start: 6 }]
    expect(
      run({ command: 'importSources', args: { sources: [{ html: '<p>One two</p>', memos: outside }] } }),
    ).toMatchObject({
      problem: { kind: 'outsideText' },
    })
  })

  it('it is known what there is to each question, in their order', () => {
    const why = made({ command: 'createQuestion', args: { question: 'Why?' } })
    const [one] = [source('One', '<p>Some words</p>'), source('Two')]
    const quirkId = made({ command: 'createQuirk', args: { title: 'Trust' } })
    made({ command: 'createHighlight', args: { sourceId: one, questionId: 1, quirkId, start: 0, length: 4 } })
    made({ command: 'createMemo', args: { sourceId: one, questionId: why, start: 0, length: 0, content: 'Ask again' } })
    const counted = () => (world.anna.copy.live.ask('questionCounts', {}) as { value: unknown }).value
    expect(counted()).toEqual([
      { questionId: 1, answers: 1, highlights: 1, memos: 0 },
      { questionId: why, answers: 0, highlights: 0, memos: 1 },
    ])
    made({ command: 'updateQuestion', args: { questionId: why, questionOrder: -1 } })
    expect(counted()).toMatchObject([{ questionId: why }, { questionId: 1 }])
  })

  it('where one is missing it can be made, once', () => {
    const id = source('Anna')
    world.anna.copy.db.run('DELETE FROM question_answers')
    const place = { sourceId: id, questionId: 1 }
    expect(run({ command: 'editAnswer', args: { ...place, changes: [] } })).toEqual({
      problem: { kind: 'answerNotFound' },
    })
    made({ command: 'createAnswer', args: place })
    expect(run({ command: 'createAnswer', args: place })).toEqual({ problem: { kind: 'answerExists' } })
  })

  it('a source as a whole can bear a memo', () => {
    const place = { sourceId: source('Anna', '<p>Text</p>'), questionId: 1 }
    made({ command: 'createMemo', args: { ...place, start: 0, length: 0, content: 'Met at noon' } })
    const within = { ...place, start: 2, length: 0, content: 'nowhere' }
    expect(run({ command: 'createMemo', args: within })).toEqual({ problem: { kind: 'emptySelection' } })
  })
})

describe('1 §5: lists of sources', () => {
  it('are searched, sorted by what sources are and have, and narrowed', () => {
    const [ten, nine] = [source('Interview 10', '<p>Some words</p>'), source('interview 9'), source('Álvaro')]
    const quirkId = made({ command: 'createQuirk', args: { title: 'Trust' } })
    const highlight = { sourceId: ten, questionId: 1, quirkId, start: 0, length: 4 }
    expect(listed({ only: 'uncoded' })).toHaveLength(3)
    made({ command: 'createHighlight', args: highlight })
    expect(listed({ order: { by: 'title', descending: false } })).toEqual(['Álvaro', 'interview 9', 'Interview 10'])
    expect(listed({ search: 'INTER', order: { by: 'added', descending: true } })).toEqual([
      'interview 9',
      'Interview 10',
    ])
    expect(listed({ order: { by: 'highlights', descending: true } })[0]).toBe('Interview 10')
    expect(listed({ only: 'uncoded' })).toEqual(['interview 9', 'Álvaro'])
    const keyId = made({ command: 'createSourceProperty', args: { key: 'Age', values: ['21', '100'] } })
    const cells = [
      { sourceId: ten, keyId, values: ['100'] },
      { sourceId: nine, keyId, values: ['21'] },
    ]
    made({ command: 'setSourceProperties', args: { cells } })
    expect(listed({ order: { by: 'property', keyId, descending: false } })).toEqual([
      'interview 9',
      'Interview 10',
      'Álvaro',
    ])
    world.anna.copy.readSources([ten])
    expect(listed({ only: 'unread' })).toEqual(['interview 9', 'Álvaro'])
  })

  it('are narrowed by properties: one of the values of each that is asked for', () => {
    const [ana, ben, cara] = [source('Ana'), source('Ben'), source('Cara')]
    const role = made({ command: 'createSourceProperty', args: { key: 'Role', values: ['nurse', 'cook'] } })
    const age = made({ command: 'createSourceProperty', args: { key: 'Age', values: ['old', 'young'] } })
    const cells = [
      { sourceId: ana, keyId: role, values: ['nurse'] },
      { sourceId: ana, keyId: age, values: ['old'] },
      { sourceId: ben, keyId: role, values: ['cook'] },
      { sourceId: ben, keyId: age, values: ['young'] },
      { sourceId: cara, keyId: age, values: ['old'] },
    ]
    made({ command: 'setSourceProperties', args: { cells } })
    const rows = world.anna.copy.db.all<{ id: number; value: string }>('SELECT id, value FROM source_metadata_values')
    const having = (...words: string[]) => ({
      values: words.map((word) => rows.find(({ value }) => value === word)?.id ?? 0),
    })
    expect(listed(having('old'))).toEqual(['Ana', 'Cara'])
    expect(listed(having('nurse', 'cook'))).toEqual(['Ana', 'Ben'])
    expect(listed(having('nurse', 'cook', 'old'))).toEqual(['Ana'])
    expect(listed({ ...having('old'), search: 'car' })).toEqual(['Cara'])
    expect(listed({ values: [12345] })).toEqual(['Ana', 'Ben', 'Cara'])
    const window = world.anna.copy.live.ask('sources', { ...having('old'), offset: 0, limit: 1 })
    expect(window).toMatchObject({ value: { total: 2, rows: [{ title: 'Ana' }] } })
    made({ command: 'setSourceProperty', args: { sourceId: cara, keyId: age, valueIds: [] } })
    expect(listed(having('old'))).toEqual(['Ana'])
  })

  it('stay as they should be while they change', () => {
    const quirkId = made({ command: 'createQuirk', args: {} })
    const ids = Array.from({ length: 20 }, (_, n) => source(`Source ${n % 7}`, '<p>Some words to highlight</p>'))
    const orders: SourcesAsked[] = [
      { order: { by: 'highlights', descending: true } },
      { order: { by: 'title', descending: true }, only: 'uncoded' },
      { only: 'unread', search: '3' },
    ]
    const shown: unknown[] = []
    orders.forEach((args, n) => {
      world.anna.copy.live.watch('sourceIds', args, (posted) => {
        shown[n] = (posted as { value: number[] }).value
      })
    })
    const { below } = random(7)
    for (let n = 0; n < 120; n++) {
      const sourceId = ids[below(ids.length)] as number
      if (n % 3 === 0) world.anna.copy.readSources([sourceId])
      else if (n % 3 === 1)
        made({ command: 'createHighlight', args: { sourceId, questionId: 1, quirkId, start: below(20), length: 2 } })
      else run({ command: 'updateSource', args: { sourceId, title: `Source ${below(9)}` } })
      const counts = openCounts(world.anna.copy.db)
      orders.forEach((args, at) => {
        expect(sourceIds(world.anna.copy.db, args, counts)).toEqual(shown[at])
      })
    }
  })

  it('what has been opened is kept, and is nobody else’s to see', () => {
    const id = source('Anna')
    world.anna.copy.readSources([id])
    expect(world.anna.copy.opened).toEqual([id])
    expect(world.anna.copy.waiting).toBe(1)
    expect(world.anna.copy.live.ask('source', { sourceId: id })).toMatchObject({ value: { read: true } })
  })
})

describe('1 §5: cells of a table of properties', () => {
  it('add values that the property has not, whatever their case, in one step', () => {
    const id = source('Anna')
    const keyId = made({ command: 'createSourceProperty', args: { key: 'Role', values: ['Nurse'] } })
    const before = stateOf(world.anna.copy.db)
    const cells = [{ sourceId: id, keyId, values: ['nurse', 'Carer', ' carer '] }]
    made({ command: 'setSourceProperties', args: { cells } })
    expect(world.anna.copy.live.ask('sourceRows', { sourceIds: [id] })).toMatchObject({
      value: [{ properties: [{ value: 'Nurse' }, { value: 'Carer' }] }],
    })
    expect(world.anna.copy.live.ask('propertyValues', { keyId, offset: 0, limit: 9 })).toMatchObject({
      value: { total: 2 },
    })
    world.anna.copy.undo('tab')
    expect(stateOf(world.anna.copy.db)).toEqual(before)
  })
})

describe('1 §4: many highlights in one step', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('are those that one by one makes (seed %i)', (seed) => {
    const { below } = random(seed)
    const sources = [source('A', `<p>${'word '.repeat(20)}</p>`), source('B', `<p>${'word '.repeat(20)}</p>`)]
    const quirkId = made({ command: 'createQuirk', args: {} })
    const place = () => ({
      sourceId: sources[below(2)] as number,
      questionId: 1,
      start: below(80),
      length: 1 + below(15),
    })
    for (let n = below(6); n > 0; n--) made({ command: 'createHighlight', args: { ...place(), quirkId } })
    const passages = Array.from({ length: 1 + below(12) }, place)
    const spans = () =>
      world.anna.copy.db.all(
        'SELECT sourceId, questionId, quirkId, start, length, author FROM highlights ORDER BY 1, 2, 4, 5',
      )
    const before = spans()
    made({ command: 'createHighlights', args: { quirkId, passages } })
    const together = spans()
    // Where all of them lay in others nothing was done.
    if (JSON.stringify(together) !== JSON.stringify(before)) world.anna.copy.undo('tab')
    expect(spans()).toEqual(before)
    for (const passage of passages) made({ command: 'createHighlight', args: { ...passage, quirkId } })
    expect(together).toEqual(spans())
  })
})

describe('a transcript', () => {
  const rowsOf = (table: string, { db }: { db: Person['copy']['db'] }) => db.all(`SELECT * FROM ${table}`)

  it('is a source with its sound and the times of its words, everywhere; undo takes all of it', () => {
    const sound = { hash: 'abc', type: 'audio/ogg', milliseconds: 950 }
    const words = '{"text":"Ana: I trust.","at":[5,1,1,6],"ms":[0,100,100,700]}'
    const recording = { title: 'Ana', ...sound, words }
    made({ command: 'importSources', args: { sources: [{ title: 'Ana', html: '<p>Ana: I trust.</p>', recording }] } })
    expect(listed({})).toEqual(['Ana'])
    expect(world.anna.copy.db.one('SELECT text FROM answer_texts')).toEqual({ text: 'Ana: I trust.' })
    const [kept] = world.anna.copy.db.all<{ id: number }>('SELECT * FROM recordings')
    const sourceId = world.anna.copy.db.one<{ id: number }>('SELECT id FROM sources')?.id
    expect(kept).toMatchObject({ sourceId, questionId: 1, title: 'Ana', author: 'Anna', ...sound })
    expect(world.anna.copy.db.one('SELECT recordingId, words FROM transcripts')).toEqual({
      recordingId: kept?.id,
      words,
    })
    expect(world.anna.copy.live.ask('spokenWords', { recordingId: kept?.id ?? 0 })).toEqual({
      value: Float64Array.of(5, 6, 0, 100, 7, 13, 200, 900),
    })
    world.simulation.settle()
    expect(stateOf(world.anna.copy.db)).toEqual(stateOf(world.simulation.roomDb))
    world.anna.copy.undo('tab')
    world.simulation.settle()
    for (const table of ['sources', 'recordings', 'transcripts'])
      expect(rowsOf(table, { db: world.simulation.roomDb })).toEqual([])
  })

  it('a recording goes with its source, and by itself with its times; its sound may come later', () => {
    const sourceId = source('Ana', '<p>I trust.</p>')
    const words = '{"text":"I trust.","at":[0,1],"ms":[0,100]}'
    const add = { sourceId, questionId: 1, title: 'Tape', hash: '', type: '', milliseconds: 0, words }
    const recordingId = made({ command: 'addRecording', args: add })
    const sound = { hash: 'abc', type: 'audio/ogg', milliseconds: 100 }
    made({ command: 'updateRecording', args: { recordingId, sound } })
    expect(rowsOf('recordings', world.anna.copy)).toMatchObject([{ title: 'Tape', ...sound }])
    made({ command: 'removeRecording', args: { recordingId } })
    expect([...rowsOf('recordings', world.anna.copy), ...rowsOf('transcripts', world.anna.copy)]).toEqual([])
    world.anna.copy.undo('tab')
    made({ command: 'removeSources', args: { sourceIds: [sourceId] } })
    world.simulation.settle()
    expect([...rowsOf('recordings', world.anna.copy), ...rowsOf('transcripts', world.anna.copy)]).toEqual([])
    expect(stateOf(world.anna.copy.db)).toEqual(stateOf(world.simulation.roomDb))
  })

  it('words that are none are refused', () => {
    const sourceId = source('Ana')
    const add = {
      sourceId,
      questionId: 1,
      title: '',
      hash: '',
      type: '',
      milliseconds: 0,
      words: '{"text":"a","at":[0,9],"ms":[0,1]}',
    }
    expect(run({ command: 'addRecording', args: add })).toMatchObject({ problem: { kind: 'badRequest' } })
  })
})
