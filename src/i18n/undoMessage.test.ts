import { expect, test } from 'vitest'
import de from './de.json' with { type: 'json' }
import { i18n, t } from './i18n.ts'
import { undoMessage } from './undoMessage.ts'

test.each([
  ['Move quirk “Trust”', { key: 'undo.moveQuirk', about: ['Trust'] }],
  ['Merge Quirks “Letters” into “Trust”', { key: 'undo.mergeQuirks', about: ['Letters', 'Trust'] }],
  ['Remove group “🌱 Doing {it}”', { key: 'undo.removeGroup', about: ['🌱 Doing {it}'] }],
  ['Create / update quirk', { key: 'undo.createQuirk' }],
  ['Remove highlight “Trust”', { key: 'undo.removeHighlights', about: ['Trust'] }],
  ['Remove 12 highlights', { key: 'undo.removeHighlights', count: 12 }],
  // Kept by a later version of the program.
  ['Several changes “Trust”', { key: 'undo.unheardOf', about: ['Trust'] }],
])('1 §2: the bar says: %s', (text, step) => {
  expect(undoMessage(t, step)).toBe(text)
})

test('in the language of the person who reads it, whoever took the step', () => {
  i18n.load('de', de)
  i18n.activate('de')
  expect(undoMessage(t, { key: 'undo.moveQuirk', about: ['Trust'] })).toBe('Quirk verschieben „Trust“')
  i18n.activate('en')
})
