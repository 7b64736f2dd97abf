/** Properties of sources: variables on sources or their cases, the cases themselves, and sets of sources. */
import type { Row } from '../../../src/model/schema.ts'
import type { RowWriter } from '../rowWriter.ts'
import type { Exchange, Variable, VariableValue } from './exchange.ts'
import type { Layout } from './layout.ts'
import { isOwn, propertyOf } from './ownConventions.ts'
import type { Tally } from './tally.ts'
import { longText, title, uniqueNames } from './words.ts'

/** One property, while it is gathered. */
interface Property {
  name: string
  type: string
  multiple: boolean
  sorted: boolean
  /** Between the values of a source, where the file says that they are joined. */
  sign: string | null
  /** Written values by the same in lower case: those that differ in case alone are one. */
  values: Map<string, string>
  /** Values in lower case, by source. */
  ofSource: Map<number, Set<string>>
}

/** Returns how many properties there are. */
export function writeProperties(
  exchange: Exchange,
  layout: Layout,
  stamp: (sourceId: number) => { author: string; timestamp: number },
  writer: RowWriter,
  tally: Tally,
): number {
  const properties = gather(exchange, layout, tally)
  let valueId = 0
  let id = 0
  for (const [at, { name, type, multiple, sorted, values, ofSource }] of properties.entries()) {
    const keyId = at + 1
    const several = multiple || [...ofSource.values()].some(({ size }) => size > 1)
    writer.write('source_metadata_keys', {
      id: keyId,
      key: name,
      multipleChoice: several ? 1 : 0,
      sortValuesAlphabetically: sorted ? 1 : 0,
    })
    const ids = new Map<string, number>()
    for (const [folded, value] of inOrder(type, values)) {
      valueId += 1
      ids.set(folded, valueId)
      writer.write('source_metadata_values', { id: valueId, keyId, value })
    }
    for (const [sourceId, chosen] of ofSource)
      for (const folded of chosen) {
        id += 1
        const row: Row<'source_metadatas'> = { id, keyId, valueId: ids.get(folded) ?? 0, sourceId, ...stamp(sourceId) }
        writer.write('source_metadatas', row)
      }
  }
  return properties.length
}

/** Numbers and dates by size; words as they come. */
function inOrder(type: string, values: ReadonlyMap<string, string>): [string, string][] {
  const list = [...values]
  if (type === 'Integer' || type === 'Float') return list.sort(([, a], [, b]) => Number(a) - Number(b))
  return type === 'Date' || type === 'DateTime' ? list.sort(([, a], [, b]) => (a < b ? -1 : 1)) : list
}

const valuesIn = ({ sign }: Property, written: string): string[] => (sign === null ? [written] : written.split(sign))

function gather(exchange: Exchange, layout: Layout, tally: Tally): Property[] {
  const own = isOwn(exchange)
  const free = uniqueNames(true)
  const found = new Map<string, Property>()
  const made = (name: string, type: string): Property => {
    const clean = title(own ? name : name.trim(), tally) || '–'
    const same = found.get(`${type} ${clean.toLowerCase()}`)
    if (same) return same
    const property: Property = {
      ...{ name: free(clean), type, multiple: false, sorted: false, sign: null },
      ...{ values: new Map(), ofSource: new Map() },
    }
    found.set(`${type} ${clean.toLowerCase()}`, property)
    return property
  }
  const give = (property: Property, written: string, sourceIds: readonly number[]) => {
    const value = longText(own ? written : written.trim(), tally)
    if (value.trim() === '') return
    const folded = value.toLowerCase()
    if (!property.values.has(folded)) property.values.set(folded, value)
    for (const sourceId of sourceIds) {
      const chosen = property.ofSource.get(sourceId)
      if (chosen) chosen.add(folded)
      else property.ofSource.set(sourceId, new Set([folded]))
    }
  }

  const variables = new Map<string, { variable: Variable; property: Property }>()
  for (const variable of exchange.variables) {
    const property = made(variable.name, variable.type)
    variables.set(variable.key, { variable, property })
    const known = own ? propertyOf(variable.description) : null
    if (!known && variable.description.trim() !== '') tally.count('refiDescriptions')
    if (!known) continue
    property.multiple = known.multiple
    property.sorted = known.sorted
    property.sign = known.sign
    for (const value of known.values) give(property, value, [])
  }
  const giveAll = (values: readonly VariableValue[], sourceIds: readonly number[]) => {
    if (sourceIds.length === 0) return tally.count('refiCaseValues', values.length)
    for (const { variable, value } of values) {
      const known = variables.get(variable)
      if (known) for (const one of valuesIn(known.property, value)) give(known.property, one, sourceIds)
      else tally.count('refiReferences')
    }
  }
  const sourcesOf = (keys: readonly string[]) => {
    const ids = new Set<number>()
    for (const key of keys) {
      const meant = layout.ids.get(key)
      if (!meant) tally.count('refiReferences')
      for (const id of meant ?? []) ids.add(id)
    }
    return [...ids]
  }

  for (const { text, sourceId, medium } of layout.placed)
    giveAll([...text.values, ...(medium?.values ?? [])], [sourceId])
  for (const one of exchange.cases) {
    const ids = sourcesOf(one.sources)
    giveAll(one.values, ids)
    const name = one.name.trim()
    const only = ids.length === 1 ? layout.sources[(ids[0] ?? 0) - 1] : undefined
    if (name !== '' && ids.length > 0 && only?.title !== name && !layout.spent.has(one))
      give(made('Case', 'Text'), name, ids)
  }
  for (const set of exchange.sets) {
    if (layout.spent.has(set)) continue
    const ids = sourcesOf([...set.sources, ...set.notes.filter((key) => layout.ids.has(key))])
    if (ids.length > 0) give(made('Set', 'Text'), set.name.trim() || '–', ids)
  }
  const used = [...found.values()].filter(({ values }) => values.size > 0)
  tally.count('refiVariables', found.size - used.length)
  return used
}
