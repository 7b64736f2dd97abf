import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { words as de } from '../../fixtures/sample/de.ts'
import { words as en } from '../../fixtures/sample/en.ts'
import { words as es } from '../../fixtures/sample/es.ts'
import { words as fr } from '../../fixtures/sample/fr.ts'
import { words as pt } from '../../fixtures/sample/pt.ts'
import { sampleProject } from '../../fixtures/sample/sampleProject.ts'
import { PALETTE } from '../../src/model/palette.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { tables } from '../../src/model/schema.ts'
import { createProject } from '../files/projectFile.ts'
import { testFolder } from '../testing/serve.ts'
import { beginningWith } from './readProjectJson.ts'

const folder = testFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = (name: string, rows: LooseRows) => {
  const result = createProject(join(folder, name), false, beginningWith(rows))
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}

describe.each(Object.entries({ de, en, es, fr, pt }))('the sample project in %s', (language, words) => {
  it('keeps every rule: it is in the file as it was drawn', () => {
    const drawn = sampleProject(words, Date.UTC(2026, 5, 1))
    const { db } = made(language, drawn)
    for (const table of tables.filter((name) => name !== 'preferences'))
      expect(db.all(`SELECT * FROM "${table}" ORDER BY 1`), table).toEqual(drawn[table])
    expect(db.all('SELECT text FROM answer_texts')).toHaveLength(drawn.sources.length)
    db.close()
  })
})

describe('a project JSON', () => {
  const source = { id: 5, title: 'A', icon: 'md_generic', author: 'Ann', timestamp: 1 }
  const answer = { id: 6, sourceId: 5, questionId: 1, answer: '<p>one</p><p>two', author: 'Ann', timestamp: 1 }

  const quirk = {
    title: 'Q',
    description: '',
    color: '#d90a1a',
    x: 1,
    y: 1,
    parentQuirkId: -1,
    author: 'Ann',
    timestamp: 1,
  }
  const place = { sourceId: 5, questionId: 1, quirkId: 7, start: 0, length: 3, author: 'Ann', timestamp: 1 }
  const coded = { sources: [source], question_answers: [answer], quirks: [{ ...quirk, id: 7 }] }

  it('is brought into canonical form, and may leave out questions and the rest', () => {
    const { db } = made('few', { sources: [source], question_answers: [answer] })
    expect(db.all('SELECT answer FROM question_answers')).toEqual([{ answer: '<p>one</p><p>two</p>' }])
    expect(db.all('SELECT id FROM questions')).toEqual([{ id: 1 }])
    expect(db.one(`SELECT value FROM preferences WHERE key = '___single_question'`)).toEqual({ value: '1' })
    db.close()
  })

  it('may have colours that are none: they become some of the palette', () => {
    const colours = ['#D90A1A', 'red', '#abc']
    const quirks = colours.map((color, at) => ({ ...quirk, id: 16 + at, color }))
    const { db } = made('colours', { quirks })
    expect(db.all<{ color: string }>('SELECT color FROM quirks ORDER BY id').map(({ color }) => color)).toEqual([
      '#D90A1A',
      PALETTE[1].hex,
      '#aabbcc',
    ])
    db.close()
  })

  it('cannot set what is the system’s, and keeps the person’s settings', () => {
    const { db } = made('preferences', {
      preferences: [
        { key: '___db_version', value: '99' },
        { key: 'sourceFontSize', value: '18' },
      ],
    })
    const value = (key: string) =>
      db.one<{ value: string }>('SELECT value FROM preferences WHERE key = ?', [key])?.value
    expect(value('___db_version')).not.toBe('99')
    expect(value('sourceFontSize')).toBe('18')
    db.close()
  })

  it('is without rows that hang on nothing, with all that hangs on them, and without highlights of no word', () => {
    const highlights = [
      { ...place, id: 1 },
      { ...place, id: 2, length: 0 },
      { ...place, id: 3, quirkId: 8 },
      { ...place, id: 4, quirkId: 10 },
      { ...place, id: 5, questionId: 2 },
    ]
    const questions = [1, 2].map((id) => ({ id, question: `${id}?`, questionOrder: id }))
    const quirks = [...coded.quirks, { ...quirk, id: 9, parentQuirkId: 8 }, { ...quirk, id: 10, parentQuirkId: 9 }]
    const { db } = made('orphans', { ...coded, questions, quirks, highlights })
    expect(db.all('SELECT id FROM quirks')).toEqual([{ id: 7 }])
    expect(db.all('SELECT id FROM highlights')).toEqual([{ id: 1 }])
    db.close()
  })

  it('of thousands of highlights has each, and finds it by where it lies', () => {
    const highlights = Array.from({ length: 6001 }, (_, at) => ({
      ...place,
      id: at + 1,
      start: at % 5,
      length: 1 + (at % 3),
    }))
    const { db } = made('many', { ...coded, highlights })
    expect(db.all('SELECT * FROM highlights')).toMatchObject(highlights)
    const found = db.one(
      'SELECT COUNT(*) AS n FROM highlights INDEXED BY highlights_place WHERE sourceId = 5 AND questionId = 1',
    )
    expect(found).toEqual({ n: 6001 })
    db.close()
  })

  it('may be deeper than a move may make it, as merges of quirks leave it, but goes in no circle', () => {
    const under = (id: number, parentQuirkId: number) => ({ ...quirk, id, parentQuirkId })
    const quirks = [under(7, -1), under(8, 7), under(9, 8), under(10, 9)]
    const { db } = made('deep', { quirks })
    expect(db.all('SELECT id, parentQuirkId FROM quirks')).toEqual(
      quirks.map(({ id, parentQuirkId }) => ({ id, parentQuirkId })),
    )
    db.close()
    const circle = beginningWith({ quirks: [under(7, 9), under(8, 7), under(9, 8)] })
    expect(createProject(join(folder, 'circle'), false, circle)).toEqual({ problem: { kind: 'noParentToChildQuirk' } })
  })

  it('is refused where a row is not whole, a key is there twice or a name is', () => {
    const refused = (rows: LooseRows) => {
      const done = createProject(join(folder, 'refused'), false, beginningWith(rows))
      return isProblem(done) ? done.problem : done.ok.db.close()
    }
    const { title: _, ...untitled } = source
    expect(refused({ sources: [untitled] })).toMatchObject({ kind: 'badRequest' })
    expect(refused({ sources: [{ ...source, id: -2 }] })).toMatchObject({ kind: 'badRequest' })
    expect(refused({ sources: [source, source] })).toEqual({ kind: 'idExists' })
    const setting = { key: 'sourceFontSize', value: '18' }
    expect(refused({ preferences: [setting, setting] })).toMatchObject({ kind: 'badRequest' })
    const groups = [1, 2].map((id) => ({ id, description: 'G' }))
    expect(refused({ groups })).toEqual({ kind: 'groupExists', name: 'G' })
    expect(refused({ groups: [{ id: 1, description: '' }] })).toEqual({ kind: 'groupNameRequired' })
  })

  it('has answers whose texts are known as they stand, and parses the others', () => {
    const { html, text } = { html: '<p>one</p><p>two</p>', text: 'known of it' }
    const others = [{ ...answer, id: 7, questionId: 2, answer: '<p>three' }]
    const question_answers = [{ ...answer, answer: html }, ...others]
    const questions = [1, 2].map((id) => ({ id, question: `${id}?`, questionOrder: id }))
    const known = new Map([[html, text]])
    const bring = beginningWith({ sources: [source], questions, question_answers }, { known })
    const done = createProject(join(folder, 'known'), false, bring)
    if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
    const { db } = done.ok
    expect(db.all('SELECT answer FROM question_answers')).toEqual([{ answer: html }, { answer: '<p>three</p>' }])
    const texts = [text, 'three'].map((text, at) => ({ answerId: 6 + at, version: 1, text }))
    expect(db.all('SELECT * FROM answer_texts')).toEqual(texts)
    db.close()
  })

  it('whose highlight lies outside of its text is refused', () => {
    const highlights = [{ ...place, id: 8, start: 4, length: 30 }]
    const refused = createProject(join(folder, 'outside'), false, beginningWith({ ...coded, highlights }))
    expect(refused).toEqual({ problem: { kind: 'outsideText', start: 4, length: 30, textLength: 7 } })
  })
})
