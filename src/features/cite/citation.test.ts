import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bibtexOf, citation } from './citation.ts'

const root = join(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('CITATION.cff names the same title, authors, year and version as the program', () => {
  const cff = read('CITATION.cff')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(cff).toContain(`title: "${citation.title}"`)
  expect(cff).toContain(`- name: ${citation.authors}`)
  expect(cff).toContain(`date-released: "${citation.year}-`)
  expect(cff).toContain(`\nversion: ${version}\n`)
})

test('BibTeX has an address where there is one', () => {
  expect(bibtexOf({ version: '1.2.3', url: 'https://example.org/thicket' })).toContain(
    '  url = {https://example.org/thicket},',
  )
  const without = bibtexOf({ version: '1.2.3', url: '' })
  expect(without).not.toContain('url')
  expect(without).toContain('  version = {1.2.3},\n}')
})
