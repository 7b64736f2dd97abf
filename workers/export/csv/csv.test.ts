import { expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import { exported } from '../../../fixtures/testing/exported.ts'
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { openTable } from '../../import/table/openTable.ts'
import { tableProject } from '../../import/table/tableProject.ts'
import { type CodebookOptions, writeCodebook } from './writeCodebook.ts'
import { type MemosOptions, writeMemos } from './writeMemos.ts'
import { writeSources } from './writeSources.ts'

const codebook: CodebookOptions = {
  columns: {
    quirk: 'Quirk',
    path: 'Path',
    level: 'Level',
    description: 'Description',
    colour: 'Colour',
    groups: 'Groups',
    key: 'Key',
    highlights: 'Highlights',
    sources: 'Sources',
    author: 'Author',
    date: 'Date',
  },
  untitled: 'Untitled',
}
const memos: MemosOptions = {
  columns: {
    memo: 'Memo',
    words: 'Words',
    source: 'Source',
    question: 'Question',
    author: 'Author',
    date: 'Date',
    start: 'Start',
    length: 'Length',
  },
  untitledSource: 'Untitled',
  unnamedQuestion: 'Question {n}',
}
const lines = (file: Buffer) => file.toString('utf8').split('\r\n')
const time = '2026-01-01T00:00:00Z'

test('a codebook is a line for each quirk in the order of their tree, with what is known of it', async () => {
  const drawn = draw(`
quirk Trust
quirk Love
quirk Doubt < Trust
group Feelings: Trust, Love
source Anna | I [trusted]Doubt [him]Doubt, [so]Love
source Ben | [No]Doubt
`)
  const [trust, love, doubt] = drawn.quirks
  if (love) Object.assign(love, { title: '', description: 'of "anything"; =1' })
  drawn.quirk_shortcut_keys.push({ quirkId: 3, shortcutKey: 'd' })
  expect(lines(await exported(drawn, writeCodebook, codebook))).toEqual([
    '\ufeffQuirk,Path,Level,Description,Colour,Groups,Key,Highlights,Sources,Author,Date',
    `Trust,Trust,1,,${trust?.color},Feelings,,0,0,me,${time}`,
    `Doubt,Trust / Doubt,2,,${doubt?.color},,d,3,2,me,${time}`,
    `Untitled,Untitled,1,"of ""anything""; =1",${love?.color},Feelings,,1,1,me,${time}`,
    '',
  ])
})

function withAges() {
  const drawn = draw('quirk Q\nsource Anna | I [trusted]Q [him]"x"\nsource Ben | No')
  drawn.source_metadata_keys.push({ id: 1, key: 'Age', multipleChoice: 1, sortValuesAlphabetically: 0 })
  for (const id of [1, 2]) {
    drawn.source_metadata_values.push({ id, keyId: 1, value: `${id}0` })
    drawn.source_metadatas.push({ id, keyId: 1, valueId: id, sourceId: 2, author: 'me', timestamp: 0 })
  }
  return drawn
}
const sources = {
  columns: { source: 'Source', author: 'Author', date: 'Date', highlights: 'Highlights', memos: 'Memos' },
  untitledSource: 'Untitled',
}

test('sources come with their properties and with how much lies on them', async () => {
  expect(lines(await exported(withAges(), writeSources, sources))).toEqual([
    '\ufeffSource,Author,Date,Highlights,Memos,Age',
    `Anna,me,${time},1,1,`,
    `Ben,me,${time},0,0,"10, 20"`,
    '',
  ])
})

test('imported again, sources give their properties alone, codebook and memos nothing, and it is told', async () => {
  const again = async (bytes: Uint8Array) => {
    const opened = await openTable({ name: 'a.csv', bytes })
    if ('problem' in opened) throw new Error(opened.problem.kind)
    const roles = opened.ok.shown.sheets[0]?.columns.map(({ role }) => role) ?? []
    const made = await tableProject(opened.ok, { sheet: 0, roles })
    if ('problem' in made) throw new Error(made.problem.kind)
    const rows = JSON.parse(await made.ok.rows.text()) as ProjectRows
    return {
      notes: made.ok.notes,
      sources: (rows.sources ?? []).map(({ title }) => title),
      properties: (rows.source_metadata_keys ?? []).map(({ key }) => key),
    }
  }
  expect(await again(await exported(withAges(), writeSources, sources))).toEqual({
    sources: ['Anna', 'Ben'],
    properties: ['Age'],
    notes: [{ kind: 'ownSources', file: 'a.csv' }],
  })
  const nothing = { sources: [], properties: [] }
  const ownCsv = { kind: 'ownCsv', file: 'a.csv' }
  const keyed = { ...codebook, columns: { ...codebook.columns, key: 'Shortcut key' } }
  expect(await again(await exported(withAges(), writeCodebook, keyed))).toEqual({
    ...nothing,
    notes: [{ ...ownCsv, table: 'codebook' }],
  })
  const worded = { ...memos, columns: { ...memos.columns, words: 'Passage' } }
  expect(await again(await exported(withAges(), writeMemos, worded))).toEqual({
    ...nothing,
    notes: [{ ...ownCsv, table: 'memos' }],
  })
})

test('memos come with the words they lie on, and with their question where there are several', async () => {
  const drawing = 'source Anna | I [trusted]"=why?"@Ben him\nsource Ben | No'
  expect(lines(await exported(drawing, writeMemos, memos))).toEqual([
    '\ufeffMemo,Words,Source,Author,Date,Start,Length',
    `'=why?,trusted,Anna,Ben,${time},2,7`,
    '',
  ])
  expect(lines(await exported(`question 2 Why?\n${drawing}`, writeMemos, memos))).toEqual([
    '\ufeffMemo,Words,Source,Question,Author,Date,Start,Length',
    `'=why?,trusted,Anna,Question 1,Ben,${time},2,7`,
    '',
  ])
})
