import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { nameFor, titleOfFile, waitInMinutes } from './told.ts'

test.each([
  [0, 1],
  [59, 1],
  [60, 1],
  [150, 3],
  [3600, 60],
])('2 §4: a wait of %i s is told as %i minutes', (seconds, minutes) => {
  expect(waitInMinutes(seconds)).toBe(minutes)
})

test('a recording of a protected project is called by a number alone, whatever the language that others were named in', () => {
  expect(nameFor(t, 'Ana, leaving.mp3', false, [])).toBe('Ana, leaving.mp3')
  expect(nameFor(t, 'Ana, leaving.mp3', true, [])).toBe('Recording 1')
  expect(nameFor(t, 'Ana, leaving.mp3', true, ['Recording 2', 'Aufnahme 7', 'Interview 12.mp3'])).toBe('Recording 8')
})

test.each([
  ['Interview 3.mp3', 'Interview 3'],
  ['Ana. Second visit.webm', 'Ana. Second visit'],
  ['Recording 4', 'Recording 4'],
  ['Dr. Meyer', 'Dr. Meyer'],
  ['.mp3', '.mp3'],
])('the title of %s is %s', (name, title) => {
  expect(titleOfFile(name)).toBe(title)
})
