import { expect, test } from 'vitest'
import { labelsIn, labelWords, speakerLabels } from './speakerLabels.ts'

test.each([
  ['Anna: I came late.\nInterviewer: Why?\nAnna: The snow.', ['Anna', 'Interviewer', 'Anna']],
  ['I: Why?\nB2: The snow.\nDr. Jean-Luc O’Neil: So?', ['I', 'B2', 'Dr. Jean-Luc O’Neil']],
  ['Άννα : Ναι.\n李明: 是的。', ['Άννα', '李明']],
  ['163 Dan: So.\n 164. Dr. May: No.\n165)\tDan: Yes.\n2024 was late: no.\n12: no.', ['Dan', 'Dr. May', 'Dan']],
  ['She said: no.\nat 10:30\nand then: nothing\nhttp://example.org', ['She said']],
  ['What I wanted to say here: no.', []],
])('%j', (text, names) => {
  expect(speakerLabels(text)).toEqual(names)
})

test('a label goes from the beginning of its line to the colon', () => {
  expect(labelsIn('Well.\n  P1 : Yes: no.')).toEqual([{ name: 'P1', nameStart: 8, start: 6, length: 6 }])
})

test('a label has the number of its line in it', () => {
  expect(labelsIn('163 Dan: So')).toEqual([{ name: 'Dan', nameStart: 4, start: 0, length: 8 }])
})

test('a name of several words is left out by each of them', () => {
  expect(labelWords(['Anna', 'Dr. Anna O’Neil'])).toEqual(['anna', 'dr', 'o’neil'])
})
