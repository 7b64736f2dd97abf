import { expect, test } from 'vitest'
import { commandNames } from '../../src/model/commands.ts'
import { handlers } from './handlers.ts'

test('every command has its handler, and nothing else is called as one', () => {
  expect(Object.keys(handlers).sort()).toEqual([...commandNames].sort())
})
