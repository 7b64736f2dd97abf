// Here since these run after the build of the run, which it reads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { screens, scriptOf } from './pageSizes.ts'

const index = readFileSync(join(import.meta.dirname, '../dist/web/index.html'), 'utf8')
const hash = /name="build" content="(\w+)"/.exec(index)?.[1] ?? ''

test.each(screens)('$name loads at most $most kB of script', ({ loads, most }) => {
  const size = scriptOf(hash, loads)
  expect(size).toBeGreaterThan(most / 2)
  expect(size).toBeLessThanOrEqual(most)
})

test('the page names all that it begins with in its document: nothing of it waits for something else', () => {
  const named = [...index.matchAll(/(?:src|href)="assets\/\w+\/([\w.-]+\.js)"/g)].map(([, name = '']) => name)
  expect(named.sort()).toEqual(['main.js', 'start.js'])
})
