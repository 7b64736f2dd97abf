import { afterEach, expect, it } from 'vitest'
import { problemText, sayProjectsAre } from './problemText.ts'

afterEach(() => sayProjectsAre('shared'))

it('a file that can only be read is copied, while the owner of a shared project is asked', () => {
  expect(problemText({ kind: 'readOnly' })).toMatch(/Ask its owner/)
  sayProjectsAre('files')
  expect(problemText({ kind: 'readOnly' })).toMatch(/Save a copy/)
  expect(problemText({ kind: 'readOnly' })).not.toMatch(/owner/)
})

it('the words of the specification stand as they are, and what is added is a sentence of its own', () => {
  const added = { name: 'notes.xyz', detail: 'no such table' }
  expect(problemText({ kind: 'fileTypeNotSupported', ...added })).toMatch(/^File type is not supported\. .*notes\.xyz/)
  expect(problemText({ kind: 'cannotOpen', ...added })).toMatch(/^Couldn't open DB\. .*no such table/)
})
