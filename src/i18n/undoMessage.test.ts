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
  ['Set source property “P2”', { key: 'undo.setSourceProperty', about: ['P2'] }],
  ['Set source property “P2” (Age = 34)', { key: 'undo.setSourceProperty', about: ['P2', 'Age = 34'] }],
  ['Remove 12 highlights', { key: 'undo.removeHighlights', count: 12 }],
  // Kept by a later version of the program.
  ['Several changes “Trust”', { key: 'undo.unheardOf', about: ['Trust'] }],
])('1 §2: the bar says: %s', (text, step) => {
  expect(undoMessage(t, step)).toBe(text)
})

test('in the language of the person who reads it, whoever took the step', () => {
  i18n.load('de', de)
  i18n.activate('de')
  expect(undoMessage(t, { key: 'undo.moveQuirk', about: ['Trust'] })).toBe('Quirk „Trust“ verschoben')
  expect(undoMessage(t, { key: 'undo.mergeQuirks', about: ['Letters', 'Trust'] })).toBe(
    'Quirks zusammengeführt: „Letters“ in „Trust“',
  )
  expect(undoMessage(t, { key: 'undo.setSourceProperty', about: ['P2', 'Alter = 34'] })).toBe(
    'Eigenschaft der Quelle „P2“ festgelegt (Alter = 34)',
  )
  expect(undoMessage(t, { key: 'undo.createHighlights', count: 12 })).toBe('12 Markierungen angelegt')
  i18n.activate('en')
})
