import { z } from 'zod'
import { flag, id, ids, maybe, returnsId, returnsNothing, text } from './command.ts'

/** None of `values`: the source has nothing of the property. */
const cell = z.object({ sourceId: id, keyId: id, values: z.array(text) })
export type PropertyCell = z.infer<typeof cell>

const ways = { multipleChoice: maybe(flag), sortValuesAlphabetically: maybe(flag) }

export const propertyCommands = {
  createSourceProperty: returnsId({ key: text, values: z.array(text), ...ways }),
  updateSourceProperty: returnsNothing({ keyId: id, key: maybe(text), ...ways }),
  removeSourceProperty: returnsNothing({ keyId: id }),
  createPropertyValue: returnsId({ keyId: id, value: text }),
  updatePropertyValue: returnsNothing({ valueId: id, value: text }),
  removePropertyValue: returnsNothing({ valueId: id }),
  setSourceProperty: returnsNothing({ sourceId: id, keyId: id, valueIds: ids }),
  /**
   * Cells of a table, by their words: values that the property does not have yet are added to it. Properties of `create`
   * are made first; cells name them by -1, -2 … in their order.
   */
  setSourceProperties: returnsNothing({
    cells: z.array(cell),
    create: maybe(z.array(z.object({ key: text, multipleChoice: flag }))),
  }),
}
