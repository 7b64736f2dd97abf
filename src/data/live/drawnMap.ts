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

/** What the map asks of quirks. */
export const mapQuirks = (rows: ReadonlyMap<unknown, QuirkRow>, untitled: string): MapQuirk[] =>
  Array.from(rows.values(), ({ id, title, x, y, parentQuirkId, highlights }) => {
    return { id, title: titleOf({ title }, { untitled }), x, y, parentQuirkId, highlights }
  })
