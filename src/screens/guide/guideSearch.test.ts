import { expect, test } from 'vitest'
import { type GuideBlock, mostFound, searchGuide } from './guideSearch.ts'

const page = { name: 'views', title: 'Views and their numbers', parts: [], html: '' }
const block = (title: string | null, text: string): GuideBlock => ({
  page,
  part: title === null ? null : { id: title, title },
  text,
})
const blocks = [
  block(null, 'What each view shows.'),
  block('Agreement', 'How far authors made the same decisions: Cohen’s kappa and Krippendorff’s alpha.'),
  block('Überschneidung', 'Zwei Markierungen, die ein Zeichen teilen. L’école.'),
  block('Timeline', 'When highlights were made; it says nothing about agreement.'),
]
const textsOf = (sought: string) => searchGuide(blocks, sought).map(({ text }) => text.slice(0, 8))

test('every word has to be there, in the paragraph or in a heading above it; headings go first', () => {
  expect(textsOf('agreement')).toEqual(['How far ', 'When hig'])
  expect(textsOf('kappa agreement')).toEqual(['How far '])
  expect(textsOf('numbers kappa')).toEqual(['How far '])
  expect(textsOf('nothing of this')).toEqual([])
  expect(textsOf('   ')).toEqual([])
})

test('case and accents make no difference', () => {
  expect(textsOf('UBERSCHNEIDUNG')).toEqual(['Zwei Mar'])
  expect(textsOf('ecole')).toEqual(['Zwei Mar'])
  expect(textsOf('école')).toEqual(['Zwei Mar'])
})

test('an excerpt has the words around the first that was found, those that were sought apart', () => {
  const long = block('A', `${'word '.repeat(40)}kappa ${'more '.repeat(60)}`)
  const [found] = searchGuide([long], 'KAPPA')
  const words = found?.excerpt.map(({ text }) => text).join('') ?? ''
  expect(found?.excerpt.filter(({ isSought }) => isSought)).toEqual([{ text: 'kappa', isSought: true }])
  expect(words).toMatch(/^… .*kappa.* …$/)
  expect(words.length).toBeLessThan(240)
})

test('where the words are in the heading alone, the paragraph is shown from its beginning', () => {
  expect(searchGuide(blocks, 'timeline')[0]?.excerpt[0]?.text).toMatch(/^When highlights/)
})

test('no more are found than are read', () => {
  const many = Array.from({ length: 100 }, (_, n) => block(`View ${n}`, 'What it shows.'))
  expect(searchGuide(many, 'view')).toHaveLength(mostFound)
})

test('one heading is not all that is found', () => {
  const many = [...Array.from({ length: 9 }, (_, n) => block('Views', `Row ${n}.`)), block('Keys', 'Of views.')]
  expect(searchGuide(many, 'views').map(({ text }) => text)).toEqual(['Of views.', 'Row 0.', 'Row 1.'])
})

test('where nothing has every word, what has the rarer of them is found, and what has only the common ones is not', () => {
  const exchange = [
    block('NVivo', 'Save to .qdpx, and open it there.'),
    block('ATLAS.ti', 'Save to .qdpx, and open it there.'),
    block('Pictures', 'To export one, open it.'),
    block('Keys', 'What they do.'),
    block('Cite', 'To say what was used.'),
  ]
  expect(searchGuide(exchange, 'export to nvivo').map(({ part }) => part?.title)).toEqual(['NVivo', 'Pictures'])
  expect(searchGuide(exchange, 'export abroad')).toEqual([])
})
