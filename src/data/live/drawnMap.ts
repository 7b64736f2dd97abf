import { titleOf } from '../../model/canvas/labels.ts'
import type { MapLayout, MapQuirk } from '../../model/canvas/map/layoutMap.ts'
import type { Scene } from '../../model/canvas/scene.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Placed } from '../../model/rules/projects/settings.ts'
import type { Key } from '../../model/schema.ts'
import type { ProjectHandle } from '../copies/handle.ts'

/** A map as it was shown. */
export interface Drawn {
  readonly scene: Scene
  readonly layout: MapLayout
  readonly rows: ReadonlyMap<Key, QuirkRow>
  readonly placed: Placed | undefined
  /** The name of what has none. */
  readonly untitled: string
}

const lastDrawn = new WeakMap<ProjectHandle, Drawn>()

/**
 * The map of all quirks as this project's canvas showed it last, for as long as the project is open in this tab: whoever comes back from another
 * view finds each quirk where it was, and what has changed meanwhile is laid out from there.
 */
export const drawnBefore = (project: ProjectHandle): Drawn | undefined => lastDrawn.get(project)

export const keepDrawn = (project: ProjectHandle, drawn: Drawn): void => {
  lastDrawn.set(project, drawn)
}

/** Whether these rows come to the same picture as those, one by one. */
export const areSameRows = (those: ReadonlyMap<Key, QuirkRow>, these: ReadonlyMap<Key, QuirkRow>): boolean =>
  those === these || (those.size === these.size && [...these].every(([key, row]) => isSameRow(those.get(key), row)))

function isSameRow(that: QuirkRow | undefined, row: QuirkRow): boolean {
  if (that === row) return true
  const names = Object.keys(row) as (keyof QuirkRow)[]
  return that !== undefined && names.every((name) => that[name] === row[name])
}

/** What the map asks of quirks. */
export const mapQuirks = (rows: ReadonlyMap<unknown, QuirkRow>, untitled: string): MapQuirk[] =>
  Array.from(rows.values(), ({ id, title, x, y, parentQuirkId, highlights }) => {
    return { id, title: titleOf({ title }, { untitled }), x, y, parentQuirkId, highlights }
  })
