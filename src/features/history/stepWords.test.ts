import { expect, it } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import type { StepPart } from '../../model/history.ts'
import { partWords, stepWords } from './stepWords.ts'

it('names what all rows of a step are about, and says that there is more where there is', () => {
  const part = { op: 'remove', table: 'highlights', count: 2, titles: ['Trust'] } as const
  const words = (more: { all?: true; count?: number }) => partWords(t, { ...part, titles: [...part.titles], ...more })
  expect(words({ all: true })).toBe('Removed: 2 highlights (Trust)')
  expect(words({})).toBe('Removed: 2 highlights (Trust and …)')
  expect(words({ count: 1 })).toBe('Removed: 1 highlight (Trust)')
})

it('tells an act as undo calls it, what was taken back as such, and what nobody has named by its rows', () => {
  const parts: StepPart[] = [{ op: 'insert', table: 'highlights', count: 1, titles: ['Trust'] }]
  const words = (key: string, way?: 'undo' | 'redo') =>
    stepWords(t, { parts, act: { key, about: ['Trust'], ...(way && { way }) } })
  expect(words('undo.createHighlight')).toBe('Create highlight “Trust”')
  expect(words('undo.createHighlight', 'undo')).toBe('Undone: Create highlight “Trust”')
  expect(words('undo.createHighlight', 'redo')).toBe('Redone: Create highlight “Trust”')
  for (const key of ['undo.compound', 'undo.ofAnotherVersion'])
    expect(words(key, 'undo')).toBe('Undone: Added: 1 highlight (Trust)')
})
