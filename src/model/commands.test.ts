import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandNames, isUndoStep } from './commands.ts'

test('every command that is an undo step has the title of it', () => {
  const words = JSON.parse(readFileSync(join(import.meta.dirname, '../i18n/en.json'), 'utf8')) as Record<string, string>
  expect(commandNames.length).toBeGreaterThan(20)
  expect(commandNames.filter((name) => isUndoStep(name) && words[`undo.${name}`] === undefined)).toEqual([])
})
