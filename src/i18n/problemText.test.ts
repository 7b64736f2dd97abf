import { afterEach, expect, it } from 'vitest'
import { problemText, sayProjectsAre } from './problemText.ts'

afterEach(() => sayProjectsAre('shared'))

it('a file that can only be read is copied, while the owner of a shared project is asked', () => {
  expect(problemText({ kind: 'readOnly' })).toMatch(/Ask its owner/)
  sayProjectsAre('files')
  expect(problemText({ kind: 'readOnly' })).toMatch(/Save a copy/)
  expect(problemText({ kind: 'readOnly' })).not.toMatch(/owner/)
})
