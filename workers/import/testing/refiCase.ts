/**
 * Writes a project as another program would, with hard texts and that program's way of counting, reads it, and compares every highlight and
 * memo with the words that were meant. Throws where one differs.
 */
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import { readProject } from '../refi/readProject.ts'
import {
  type Below,
  drawPassage,
  drawRule,
  drawText,
  drawWords,
  inFile,
  ours,
  positionsOf,
  type Rule,
} from './drawnText.ts'
import { element, guid, inXml, project, qdpxFile } from './qdpxFile.ts'

/** What tells how positions are counted: the names of the passages, their edges, or the program's name alone. */
export type Evidence = 'names' | 'edges' | 'origin'

const plain: Rule = { unit: 'codePoint', breaks: 'inFile', mark: false, inclusive: false }
const programs: readonly [string, Rule][] = [
  ['NVivo for Windows 12.6', { ...plain, unit: 'utf16' }],
  ['ATLAS.ti for Windows 23.2', { ...plain, breaks: 'one' }],
  ['QualCoder-3.6', { ...plain, breaks: 'one' }],
  ['Thicket 0.1', plain],
]

/** `compared`: highlights and memos. `isWrong`: the reader says itself that the passages do not tell, and has guessed wrong. */
export async function refiOnce(below: Below): Promise<{ compared: number; evidence: Evidence; isWrong: boolean }> {
  const from = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const evidence = from<Evidence>(['names', 'names', 'edges', 'origin'])
  const [origin, known] = from(programs)
  const rule = evidence === 'origin' ? known : drawRule(below)
  const texts = Array.from({ length: 1 + below(4) }, () => drawText(below, evidence === 'edges' ? 300 : 80))
  const files: Record<string, string> = {}
  const meant = new Map<string, { words: string; start: number }>()
  let number = 100
  const next = () => guid(number++)

  const sources = texts.map((text, at) => {
    const inline = !text.hasMark && below(4) === 0
    const name = `text-${at}.txt`
    if (!inline) files[`${from(['sources', 'Sources'])}/${name}`] = inFile(text)
    const drawn = Array.from({ length: evidence === 'edges' ? 60 : 1 + below(20) }, () =>
      evidence === 'names' ? drawPassage(text, below) : drawWords(text, below),
    ).filter((draw) => evidence !== 'names' || ours(text, draw.from, draw.to).trim().length > 1)
    const passages = drawn.map((draw, index) => {
      const { start, end } = positionsOf(text, rule, draw.from, draw.to)
      const words = ours(text, draw.from, draw.to)
      const label = `${at} ${index}`
      meant.set(label, { words, start: ours(text, 0, draw.from).length })
      const coding = element('Coding', { guid: next() }, element('CodeRef', { targetGUID: guid(1) }))
      return element(
        'PlainTextSelection',
        {
          guid: next(),
          name: evidence === 'names' ? escapeControls(words) : undefined,
          startPosition: start,
          endPosition: end,
        },
        element('Description', {}, inXml(label)),
        coding,
      )
    })
    const content = inline ? [element('PlainTextContent', {}, inXml(inFile(text)))] : []
    const path = inline ? undefined : from([`internal://${name}`, name, `relative:///${name.toUpperCase()}`])
    return element('TextSource', { guid: next(), name: `Text ${at}`, plainTextPath: path }, ...content, ...passages)
  })
  const codes = element(
    'CodeBook',
    {},
    element('Codes', {}, element('Code', { guid: `{${guid(1)}}`, name: 'Code', isCodable: true })),
  )
  const xml = project(
    { origin: evidence === 'origin' ? origin : 'Some program' },
    codes,
    element('Sources', {}, ...sources),
  )
  const read = await readProject({ name: 'Study.qdpx', bytes: qdpxFile({ xml, files }) })
  if ('problem' in read) throw new Error(JSON.stringify(read.problem))

  const {
    question_answers: answers = [],
    highlights = [],
    memos = [],
  } = JSON.parse(await read.ok.rows.text()) as ProjectRows
  const stored = new Map(answers.map(({ sourceId, answer }) => [sourceId, parseHtml(answer).text]))
  for (const [at, text] of texts.entries()) same(stored.get(at + 1), ours(text), `the text ${at}`)
  const told = `${evidence}, ${JSON.stringify(rule)}, ${JSON.stringify(read.ok.notes)}`
  same(memos.length, meant.size, told)
  const guessed = read.ok.notes.some((note) => note.kind === 'refiPositions' && note.certainty === 'guess')
  if (guessed && highlights.length !== meant.size) return { compared: 0, evidence, isWrong: true }
  same(highlights.length, meant.size, told)
  for (const [index, memo] of memos.entries()) {
    const { words, start } = meant.get(memo.content) ?? { words: '?', start: -1 }
    for (const row of [memo, highlights[index]]) {
      const found = row && stored.get(memo.sourceId)?.slice(row.start, row.start + row.length)
      if (guessed && (found !== words || row?.start !== start)) return { compared: 0, evidence, isWrong: true }
      same(found, words, told)
      same(row?.start, start, told)
    }
  }
  return { compared: 2 * meant.size, evidence, isWrong: false }
}

function same<T>(found: T, wanted: T, told: string): void {
  if (found !== wanted) throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}: ${told}`)
}

/** What XML does not allow, as careful writers put it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const escapeControls = (text: string): string => text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd')
