import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endsOf } from '../../src/model/importedKinds.ts'

test('the page of the command line names every kind of file that can be imported', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/commandLine.md'), 'utf8')
  const all = [...endsOf('document'), ...endsOf('table'), ...endsOf('project')]
  expect(all.filter((end) => !page.includes(`.${end}`))).toEqual([])
})
