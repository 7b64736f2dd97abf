import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { helpPage } from './helpPage.ts'

test('the help has the words of the documentation, and no link to a page that is not there', () => {
  const page = helpPage(readFileSync(join(import.meta.dirname, '../docs/projects.md'), 'utf8'))
  expect(page).toContain('<h1>Working with projects</h1>')
  expect(page).toContain('<h2>History and undo</h2>')
  expect(page).toContain('(For teams)')
  expect(page).not.toContain('href=')
  expect(helpPage('[there](https://example.org/a)')).toContain('<a href="https://example.org/a">there</a>')
})
