/** Who has made something, as users. */
import type { Guids } from './guid.ts'
import { attribute, element, list } from './xml.ts'

type Made = { readonly author: string }

export interface RefiUsers {
  /** Whoever is met has an identity afterwards. */
  meet(rows: readonly Made[]): Promise<void>
  /** Only of people who were met. */
  guidOf(name: string): string | undefined
  /** `<Users>` with all who were met, in order of their names. */
  users(): string
}

export function refiUsers(guids: Guids): RefiUsers {
  const met = new Map<string, string>()
  return {
    async meet(rows) {
      for (const { author } of rows) if (!met.has(author)) met.set(author, await guids.person(author))
    },
    guidOf: (name) => met.get(name),
    users: () =>
      list(
        'Users',
        [...met]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, guid]) => element('User', attribute('guid', guid) + attribute('name', name))),
      ),
  }
}
