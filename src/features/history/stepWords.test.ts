import { expect, it } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { partWords } from './stepWords.ts'

it('names what all rows of a step are about, and says that there is more where there is', () => {
  const part = { op: 'remove', table: 'highlights', count: 2, titles: ['Trust'] } as const
  const words = (more: { all?: true; count?: number }) => partWords(t, { ...part, titles: [...part.titles], ...more })
  expect(words({ all: true })).toBe('Removed: 2 highlights (Trust)')
  expect(words({})).toBe('Removed: 2 highlights (Trust and …)')
  expect(words({ count: 1 })).toBe('Removed: 1 highlight (Trust)')
})
