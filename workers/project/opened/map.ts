/**
 * The map of the quirks as the canvas shows it, and where on it a quirk goes that a person makes without saying where: beside a text, in the codebook or
 * in a search nobody says where there is room, and the grid of stored places alone (`placeFor` in `commands/quirks.ts`) knows nothing of branches.
 */
import { layoutMap, type MapAsked, type MapLayout, type MapQuirk } from '../../../src/model/canvas/map/layoutMap.ts'
import { newPlace } from '../../../src/model/canvas/newPlace.ts'
import type { QuirkPlace } from '../../../src/model/canvas/placement.ts'
import type { Call, NewQuirk } from '../../../src/model/commands.ts'
import type { QuirkRow } from '../../../src/model/queries.ts'
import { none } from '../../../src/model/schema.ts'
import { howPlaced } from '../commands/quirks.ts'
import type { Copy } from '../copy.ts'

export interface ShownMap {
  layOut(quirks: readonly MapQuirk[], asked: MapAsked): MapLayout
  /** The same calls, with a place for the quirk that they make at the first level without saying where. */
  withPlaces(copy: Copy, calls: readonly Call[]): readonly Call[]
}

/** Among more quirks a new one goes by the grid alone: to lay out the map would take longer than people wait for what they have made. */
const mostLaidOut = 3000

export function openMap(): ShownMap {
  let shown: MapLayout | null = null
  /** From what is shown, so that its place is free there too. Without a canvas in this session, from what is stored. */
  const placeIn = (copy: Copy, quirks: readonly QuirkRow[]): QuirkPlace => {
    const known = howPlaced(copy.db)
    const asked = shown ? { scale: shown.scale, drawn: shown.placed } : { scale: known === '' ? null : 1 }
    const { placed, scale } = layoutMap(quirks, { ...asked, nested: known === 'all' })
    const roots = quirks.filter(({ parentQuirkId }) => parentQuirkId === none)
    return newPlace({ bubbles: placed, scale }, roots)
  }
  return {
    layOut: (quirks, asked) => {
      const layout = layoutMap(quirks, asked)
      // What is tried out for tidying is not shown.
      if ((asked.packs ?? null) === null) shown = layout
      return layout
    },
    withPlaces: (copy, calls) => {
      // A step that makes several, as a program's may, leaves them to the grid.
      if (calls.filter(needsPlace).length !== 1) return calls
      const quirks = quirksIn(copy)
      if (quirks.length > mostLaidOut) return calls
      const place = placeIn(copy, quirks)
      return calls.map((call) => (needsPlace(call) ? ({ ...call, args: { ...call.args, ...place } } as Call) : call))
    },
  }
}

type Making = Call & { command: 'createQuirk' | 'createQuirkForPassage' }

function needsPlace(call: Call): call is Making {
  if (call.command !== 'createQuirk' && call.command !== 'createQuirkForPassage') return false
  const { x, y, parentQuirkId = none }: NewQuirk = call.args
  return parentQuirkId === none && (x === undefined || y === undefined)
}

const quirksIn = ({ live }: Copy): readonly QuirkRow[] => {
  const posted = live.ask('quirks', {})
  return 'all' in posted ? posted.all : []
}
