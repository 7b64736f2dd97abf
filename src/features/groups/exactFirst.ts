/** What the emoji picker is given for a search: the library ranks within a category alone, and leaves the categories in their order. */
import type { Emojis } from './emojisIn.ts'

/** More than an emoji has of other words, by which the library counts. */
const surely = 50

/** The emojis whose very name is sought come first, then those whose name begins with it, those that bear it, those that are only about it. */
export function exactFirst(given: Emojis, search: string): Pick<Emojis, 'emojis' | 'categories'> {
  const sought = search.trim().toLowerCase()
  if (sought === '') return given
  const best = new Map<number, number>()
  for (const { label, tags, category } of given.emojis) {
    const rank = rankOf(label.toLowerCase(), tags, sought)
    best.set(category, Math.min(rank, best.get(category) ?? none))
  }
  const bestOf = (index: number) => best.get(index) ?? none
  return {
    emojis: given.emojis.map((emoji) =>
      emoji.label.toLowerCase() === sought ? { ...emoji, tags: Array<string>(surely).fill(sought) } : emoji,
    ),
    categories: given.categories.toSorted((a, b) => bestOf(a.index) - bestOf(b.index)),
  }
}

const none = 4

function rankOf(name: string, tags: readonly string[], sought: string): number {
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  if (name.includes(sought)) return 2
  return tags.some((tag) => tag.toLowerCase().includes(sought)) ? 3 : none
}
