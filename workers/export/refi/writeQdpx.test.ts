import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type DrawnProject, draw, fill } from '../../../fixtures/project.ts'
import { refiFaults } from '../../../fixtures/testing/refiSchema.ts'
import { Refusal } from '../../../src/model/problems.ts'
import type { ExportedFile, ProjectReader } from '../../../src/model/projectReader.ts'
import { fromPlain, toHtml } from '../../../src/model/text/richText.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { setMeta } from '../../../wasm/database/meta.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import { projectReader } from '../../../wasm/database/projectReader.ts'
import { writeQdc } from './writeQdc.ts'
import { writeQdpx } from './writeQdpx.ts'

function reader(drawn: DrawnProject, uuid = 'one'): ProjectReader {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, drawn)
  setMeta(db, 'uuid', uuid)
  return projectReader(db, 'Study')
}

async function bytesOf(file: ExportedFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part)
  return Buffer.concat(parts)
}

const noReport = () => {}
const qdpx = async (drawn: DrawnProject, uuid?: string) => {
  const files = unzipSync(await bytesOf(writeQdpx(reader(drawn, uuid), {}, noReport)))
  return { files, xml: strFromU8(files['project.qde'] ?? new Uint8Array()) }
}
/** The values of one attribute of all elements of a name. */
const attributes = (xml: string, tag: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)? ${name}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '')

const study = () =>
  draw(`
quirk Trust
quirk Doubt < Trust
group Feelings: Trust, Doubt
source Anna | I [trusted 👩‍👩‍👧 him]Trust until the [letter]Doubt@Ben came.
            | A second line with a [memo]"of his"@Ben.
`)

describe('a .qdpx', () => {
  test('is valid, holds a file for each text and says where its passages are in code points, ends exclusive', async () => {
    const { files, xml } = await qdpx(study())
    expect(await refiFaults('Project', xml)).toEqual([])
    const [text = ''] = Object.keys(files).filter((name) => name.startsWith('sources/'))
    expect(text).toMatch(/^sources\/[0-9a-f-]{36}\.txt$/)
    expect(attributes(xml, 'TextSource', 'plainTextPath')).toEqual([text.replace('sources/', 'internal://')])
    const points = [...strFromU8(files[text] ?? new Uint8Array())]
    const starts = attributes(xml, 'PlainTextSelection', 'startPosition').map(Number)
    const ends = attributes(xml, 'PlainTextSelection', 'endPosition').map(Number)
    expect(starts.map((start, i) => points.slice(start, ends[i]).join(''))).toEqual([
      'trusted 👩‍👩‍👧 him',
      'letter',
      'memo',
    ])
    expect(attributes(xml, 'PlainTextSelection', 'name')).toEqual(['trusted 👩‍👩‍👧 him', 'letter', 'memo'])
    expect(attributes(xml, 'User', 'name')).toEqual(['Ben', 'me'])
    expect(attributes(xml, 'Coding', 'creationDateTime')).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'])
    expect(xml).toMatch(/<Code [^>]*name="Trust"[^>]*><Code [^>]*name="Doubt"[^>]*><\/Code><\/Code>/)
    expect(xml).toMatch(/<Set [^>]*name="Feelings"><MemberCode [^>]*\/><MemberCode [^>]*\/><\/Set><\/Sets>/)
    expect(xml).toContain('<PlainTextContent>of his</PlainTextContent></Note>')
    expect(xml).not.toContain('basePath')
  })

  test('has what several highlights and memos share once, and memos on a text at the text', async () => {
    const drawn = study()
    const [first] = drawn.highlights
    if (!first) throw new Error('no highlight')
    drawn.highlights.push({ ...first, id: 20, quirkId: 2 }, { ...first, id: 21 })
    const [memo] = drawn.memos
    if (!memo) throw new Error('no memo')
    drawn.memos.push(
      { ...memo, id: 20, start: first.start, length: first.length },
      { ...memo, id: 21, start: 0, length: 0 },
    )
    const { xml } = await qdpx(drawn)
    expect(await refiFaults('Project', xml)).toEqual([])
    expect(xml.match(/<PlainTextSelection /g)).toHaveLength(3)
    expect(xml).toMatch(/(<Coding [^>]*><CodeRef [^>]*\/><\/Coding>){3}<NoteRef [^>]*\/><\/PlainTextSelection>/)
    expect(xml).toMatch(/<\/PlainTextSelection><NoteRef [^>]*\/><\/TextSource>/)
    expect(xml.match(/<Note /g)).toHaveLength(3)
  })

  test('several questions are sets of texts, and each source is a case', async () => {
    const drawn = draw(
      `
quirk Trust
question 2 Why?
source Anna | I [trusted him]Trust.
answer Anna 2 | Because.
source Ben
`,
    )
    drawn.source_metadata_keys.push({ id: 1, key: 'Age', multipleChoice: 1, sortValuesAlphabetically: 1 })
    for (const [at, value] of ['young', 'old'].entries()) {
      drawn.source_metadata_values.push({ id: at + 1, keyId: 1, value })
      drawn.source_metadatas.push({ id: at + 1, keyId: 1, valueId: at + 1, sourceId: 1, author: 'me', timestamp: 0 })
    }
    const { files, xml } = await qdpx(drawn)
    expect(await refiFaults('Project', xml)).toEqual([])
    expect(Object.keys(files)).toHaveLength(4)
    expect(attributes(xml, 'TextSource', 'name')).toEqual(['Anna', 'Anna – Why?', 'Ben'])
    expect(attributes(xml, 'Set', 'name')).toEqual(['Question 1', 'Why?'])
    expect(xml).toContain('<Description>Question 1, without words</Description>')
    expect(attributes(xml, 'Case', 'name')).toEqual(['Anna', 'Ben'])
    // Other programs refuse a variable that comes again in a source.
    expect(xml.match(/<VariableValue>/g)).toHaveLength(1)
    expect(xml).toContain('<TextValue>young, old</TextValue>')
    expect(xml).toContain(
      '<Description>Several values of, joined by “, ”, in alphabetical order:\nyoung\nold</Description>',
    )
    // A sign that one of its values has is no sign between them.
    drawn.source_metadata_values.push({ id: 3, keyId: 1, value: 'young, at heart' })
    drawn.source_metadatas.push({ id: 3, keyId: 1, valueId: 3, sourceId: 1, author: 'me', timestamp: 0 })
    expect((await qdpx(drawn)).xml).toContain('<TextValue>young; old; young, at heart</TextValue>')
    const texts = attributes(xml, 'TextSource', 'guid')
    expect(attributes(xml, 'SourceRef', 'targetGUID')).toEqual(texts)
    expect(attributes(xml, 'MemberSource', 'targetGUID')).toEqual([texts[0], texts[2], texts[1]])
  })

  test('empty answers are left out, but for one of a source that has no other, and those with a memo', async () => {
    const drawn = draw('question 2 Why?\nsource Anna\nanswer Anna 2 | Because.\nsource Ben\nsource Cleo')
    const made = { answer: '', author: 'me', timestamp: 0 }
    drawn.question_answers = drawn.sources.flatMap(({ id: sourceId }) =>
      [1, 2].map((questionId) => {
        const is = sourceId === 1 && questionId === 2 ? '<p>Because.</p>' : ''
        return { ...made, id: sourceId * 10 + questionId, sourceId, questionId, answer: is }
      }),
    )
    const { id: sourceId } = drawn.sources[2] ?? { id: 0 }
    drawn.memos = [
      { id: 1, sourceId, questionId: 2, start: 0, length: 0, content: 'Silent', author: 'me', timestamp: 0 },
    ]
    const { files, xml } = await qdpx(drawn)
    expect(await refiFaults('Project', xml)).toEqual([])
    expect(attributes(xml, 'TextSource', 'name')).toEqual(['Anna – Why?', 'Ben', 'Cleo – Why?'])
    expect(Object.keys(files).filter((name) => name.startsWith('sources/'))).toHaveLength(3)
  })

  test('names, descriptions and memos may hold anything', async () => {
    const drawn = study()
    const odd = 'a\u0000\f<&>"\'\t\n\r]]>\uFFFE\u0085\ud800 😀'
    for (const quirk of drawn.quirks) Object.assign(quirk, { title: odd, description: odd, color: 'red', author: odd })
    for (const row of [...drawn.sources, ...drawn.memos]) Object.assign(row, { title: odd, content: odd, author: odd })
    for (const group of drawn.groups) group.description = odd
    for (const highlight of drawn.highlights) highlight.timestamp = -1e15
    const { xml } = await qdpx(drawn)
    expect(await refiFaults('Project', xml)).toEqual([])
    expect(attributes(xml, 'Code', 'name')[0]).toBe(
      "a\uFFFD\uFFFD&lt;&amp;&gt;&quot;'&#9;&#10;&#13;]]&gt;\uFFFD\uFFFD\uFFFD 😀",
    )
    expect(await refiFaults('CodeBook', strFromU8(await bytesOf(writeQdc(reader(drawn), {}, noReport))))).toEqual([])
  })

  test('a text that begins with U+FEFF has a mark of its own before it', async () => {
    const drawn = study()
    for (const answer of drawn.question_answers) answer.answer = toHtml({ ...fromPlain('x'), text: '\uFEFFx' })
    const { files } = await qdpx({ ...drawn, highlights: [], memos: [] })
    const [, text = new Uint8Array()] = Object.entries(files).find(([name]) => name.startsWith('sources/')) ?? []
    expect([...text]).toEqual([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x78])
  })

  test('a project without anything is valid', async () => {
    const { files, xml } = await qdpx(draw(''))
    expect(await refiFaults('Project', xml)).toEqual([])
    expect(Object.keys(files)).toEqual(['project.qde'])
  })

  test('quirks in a ring, or under one that is gone, are written once', async () => {
    const drawn = study()
    Object.assign(drawn.quirks[0] ?? {}, { parentQuirkId: 2 })
    drawn.quirks.push({ ...(drawn.quirks[0] as DrawnProject['quirks'][number]), id: 3, parentQuirkId: 99 })
    const { xml } = await qdpx(drawn)
    expect(attributes(xml, 'Code', 'name').toSorted()).toEqual(['Doubt', 'Trust', 'Trust'])
  })

  test('identities stay from export to export, and differ from project to project', async () => {
    const [once, again, other] = [await qdpx(study()), await qdpx(study()), await qdpx(study(), 'two')]
    const all = (xml: string) => [...xml.matchAll(/ (?:guid|targetGUID)="([^"]+)"/g)].map(([, guid]) => guid)
    expect(all(again.xml)).toEqual(all(once.xml))
    const known = new Set(all(once.xml))
    expect(all(other.xml).filter((guid) => known.has(guid))).toEqual([])
    const own = [...once.xml.matchAll(/ guid="([^"]+)"/g)].map(([, guid]) => guid)
    expect(new Set(own).size).toBe(own.length)
    for (const guid of own) expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('a .qdc', () => {
  test('is valid and holds quirks and groups', async () => {
    const xml = strFromU8(await bytesOf(writeQdc(reader(study()), {}, noReport)))
    expect(await refiFaults('CodeBook', xml)).toEqual([])
    expect(attributes(xml, 'Code', 'name')).toEqual(['Trust', 'Doubt'])
    expect(attributes(xml, 'MemberCode', 'guid')).toEqual(attributes(xml, 'Code', 'guid'))
  })

  test('without quirks there is none', async () => {
    await expect(bytesOf(writeQdc(reader(draw('')), {}, noReport))).rejects.toThrow(Refusal)
  })
})
