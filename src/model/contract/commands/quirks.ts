import { z } from 'zod'
import { id, ids, maybe, passage, place, returns, returnsId, returnsNothing, seen, text } from './command.ts'

const quirk = {
  title: maybe(text),
  description: maybe(text),
  color: maybe(text),
  parentQuirkId: maybe(id),
  groupIds: maybe(ids),
  shortcutKey: maybe(text),
}
const placed = { ...quirk, x: maybe(place), y: maybe(place) }
const newQuirk = z.object(placed)
export type NewQuirk = z.infer<typeof newQuirk>

export const quirkCommands = {
  createQuirk: returnsId(placed),
  /** What is given; under `parentQuirkId` (-1: under none), in these groups and no others, with this key ('': none). */
  updateQuirk: returnsNothing({ quirkId: id, ...quirk }),
  /** To a place on the canvas, and under `parentQuirkId` where one is given (-1: under none). */
  moveQuirk: returnsNothing({ quirkId: id, x: maybe(place), y: maybe(place), parentQuirkId: maybe(id) }),
  /** Where they are drawn is where they lie from then on, and the canvas is one that people have laid out. What is gone meanwhile is left out. */
  tidyCanvas: returnsNothing({
    places: z.array(z.object({ quirkId: id, x: place, y: place })),
    /** Of those inside others, from the centre of what they hang on: where they are given, the first time those that are not named have no place of their own. */
    nested: maybe(z.array(z.object({ quirkId: id, x: place, y: place }))),
  }),
  removeQuirk: returnsNothing({ quirkId: id }),
  mergeQuirks: returnsNothing({ sourceQuirkId: id, targetQuirkId: id }),
  setShortcutKey: returnsNothing({ quirkId: id, shortcutKey: text }),
  /** A new quirk made for a passage, and the passage highlighted with it, in one step. */
  createQuirkForPassage: returns<{ quirkId: number; highlightId: number }>()({ ...passage, ...seen, ...placed }),

  createGroup: returnsId({ description: text }),
  updateGroup: returnsNothing({ groupId: id, description: text }),
  removeGroup: returnsNothing({ groupId: id }),
  setGroup: returnsNothing({ groupId: id, quirkId: id, member: z.boolean() }),
}
