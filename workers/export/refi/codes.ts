/** Quirks as codes, one in the other. */
import { none, type Quirk } from '../../../src/model/schema.ts'
import { xmlText } from '../xml.ts'
import type { Guids } from './guid.ts'
import { attribute } from './xml.ts'

const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/** Of a quirk's colour; nothing where it is none that the schema takes. */
export const colour = (color: string): string => attribute('color', COLOUR.test(color) ? color : undefined)

/** `<Code>` elements; every quirk is there once, whatever its parent is. */
export function codes(quirks: readonly Quirk[], guids: Guids): string {
  const ids = new Set(quirks.map(({ id }) => id))
  const nested = Map.groupBy(quirks, ({ parentQuirkId }) => (ids.has(parentQuirkId) ? parentQuirkId : none))
  const out: string[] = []
  const written = new Set<number>()
  const write = (roots: readonly Quirk[]): void => {
    const waiting: (Quirk | string)[] = roots.toReversed()
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next === 'string') {
        out.push(next)
        continue
      }
      if (written.has(next.id)) continue
      written.add(next.id)
      out.push(opening(next, guids))
      waiting.push('</Code>', ...(nested.get(next.id) ?? []).toReversed())
    }
  }
  write(nested.get(none) ?? [])
  // A ring of quirks hangs on no root.
  for (const quirk of quirks) write([quirk])
  return out.join('')
}

const opening = ({ id, title, description, color }: Quirk, guids: Guids): string =>
  `<Code${attribute('guid', guids.of('quirk', id))}${attribute('name', title)} isCodable="true"${colour(color)}>` +
  (description === '' ? '' : `<Description>${xmlText(description)}</Description>`)
