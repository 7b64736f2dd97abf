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
import { beginningWith, readProjectJson } from './readProjectJson.ts'

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

  it('is brought into canonical form, and may leave out questions and the rest', () => {
    const { db } = made('few', { sources: [source], question_answers: [answer] })
    expect(db.all('SELECT answer FROM question_answers')).toEqual([{ answer: '<p>one</p><p>two</p>' }])
    expect(db.all('SELECT id FROM questions')).toEqual([{ id: 1 }])
    expect(db.one(`SELECT value FROM preferences WHERE key = '___single_question'`)).toEqual({ value: '1' })
    db.close()
  })

  it('may have colours that are none: they become some of the palette', () => {
    const quirk = { title: 'Q', description: '', x: 1, y: 1, parentQuirkId: -1, author: 'Ann', timestamp: 1 }
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

  it('whose highlight lies outside of its text is refused', () => {
    const { db } = made('empty', {})
    const quirk = {
      id: 7,
      title: 'Q',
      description: '',
      color: '#d90a1a',
      x: 1,
      y: 1,
      parentQuirkId: -1,
      author: 'Ann',
      timestamp: 1,
    }
    const place = { sourceId: 5, questionId: 1, quirkId: 7, start: 4, length: 30, author: 'Ann', timestamp: 1 }
    const rows = { sources: [source], question_answers: [answer], quirks: [quirk], highlights: [{ id: 8, ...place }] }
    const refused = createProject(join(folder, 'outside'), false, beginningWith(rows))
    expect(refused).toEqual({ problem: { kind: 'outsideText', start: 4, length: 30, textLength: 7 } })
    expect(() => db.transaction(() => readProjectJson(db, { groups: [{ id: 1, description: '' }] }))).toThrow()
    db.close()
  })
})
