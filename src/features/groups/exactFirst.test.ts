import { expect, test } from 'vitest'
import type { Emojis } from './emojisIn.ts'
import { exactFirst } from './exactFirst.ts'

const emoji = (sign: string, label: string, category: number, ...tags: string[]) => ({
  emoji: sign,
  label,
  category,
  tags,
  version: 1,
})
const given: Emojis = {
  locale: 'en',
  emojis: [
    emoji('🧑‍🚀', 'Astronaut', 1, 'rocket', 'space'),
    emoji('🛰️', 'Rocket stage', 5, 'rocket', 'rockets', 'rocket science'),
    emoji('🚀', 'Rocket', 5, 'space'),
    emoji('🐈', 'Cat', 3, 'pet'),
  ],
  categories: [
    { index: 1, label: 'People' },
    { index: 3, label: 'Animals' },
    { index: 5, label: 'Travel' },
  ],
  skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
}

/** As the library ranks within a category: the name counts ten, each tag one. */
const inOrder = (search: string) => {
  const { emojis, categories } = exactFirst(given, search)
  const score = ({ label, tags }: (typeof emojis)[number]) =>
    (label.toLowerCase().includes(search) ? 10 : 0) + tags.filter((tag) => tag.includes(search)).length
  return categories.flatMap(({ index }) =>
    emojis
      .filter((one) => one.category === index && score(one) > 0)
      .sort((a, b) => score(b) - score(a))
      .map((one) => one.emoji),
  )
}

test('the emoji of that very name comes first, whatever its category', () => {
  expect(inOrder('rocket')).toEqual(['🚀', '🛰️', '🧑‍🚀'])
  expect(inOrder('space')).toEqual(['🧑‍🚀', '🚀'])
})

test('nothing sought: all as they are', () => {
  expect(exactFirst(given, ' ')).toBe(given)
})
