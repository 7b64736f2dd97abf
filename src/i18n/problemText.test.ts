import { afterEach, expect, it } from 'vitest'
import { problemNote, problemText, sayProjectsAre } from './problemText.ts'

afterEach(() => sayProjectsAre('shared'))

it('a file that can only be read is copied, while the owner of a shared project is asked', () => {
  expect(problemText({ kind: 'readOnly' })).toMatch(/Ask its owner/)
  sayProjectsAre('files')
  expect(problemText({ kind: 'readOnly' })).toMatch(/Save a copy/)
  expect(problemText({ kind: 'readOnly' })).not.toMatch(/owner/)
})

it.each([
  ['fileTypeNotSupported', 'File type is not supported', 'notes.xyz'],
  ['conversionFailed', 'Conversion failed: no such table', 'notes.xyz'],
  ['cannotOpen', "Couldn't open DB", 'no such table'],
  ['activationFailed', 'Activation failed.', 'This key is not known.'],
  ['trialExtensionFailed', 'Trial extension failed.', 'This key is not known.'],
])(
  '2 §5 and §8, %s: the words of the specification stand alone, and what is added is said apart from them',
  (kind, words, added) => {
    const problem = { kind, name: 'notes.xyz', detail: 'no such table', reason: 'unknown' }
    expect(problemText(problem)).toBe(words)
    expect(problemNote(problem)).toContain(added)
  },
)

it('where there is nothing to add, nothing is', () => {
  expect(problemNote({ kind: 'readOnly' })).toBe('')
  const unsaid = { kind: 'activationFailed', reason: 'none' }
  expect(problemNote(unsaid)).toBe('')
})

it('what went is called by its name where that is known', () => {
  expect(problemText({ kind: 'parentRemoved' })).toBe('What this belongs to was deleted by someone else meanwhile.')
  const quirk = { kind: 'parentRemoved', of: 'quirk', title: 'Trust' }
  expect(problemText(quirk)).toBe('The quirk “Trust”, which this belongs to, was deleted by someone else meanwhile.')
})
