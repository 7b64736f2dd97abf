import { expect, test } from 'vitest'
import { commandNames } from '../../src/model/commands.ts'
import { commands } from '../../src/model/contract/commands.ts'
import { handlers } from './handlers.ts'

test('every command of the contract has its handler and its facts, and nothing else is called as one', () => {
  const contract = Object.keys(commands).sort()
  expect(Object.keys(handlers).sort()).toEqual(contract)
  expect([...commandNames].sort()).toEqual(contract)
})
