/** Properties of sources as variables. */

import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import { xmlText } from '../xml.ts'
import type { Guids } from './guid.ts'
import { attribute, element } from './xml.ts'

type Properties = Pick<ProjectFrame, 'propertyKeys' | 'propertyValues' | 'sourceProperties'>

/** The description holds what the format has no place for: how many values a source may have, their order, those that no source has. */
export function variables({ propertyKeys, propertyValues }: Properties, guids: Guids): string[] {
  const values = Map.groupBy(propertyValues, ({ keyId }) => keyId)
  return propertyKeys.map(({ id, key, multipleChoice, sortValuesAlphabetically }) => {
    const head = `${multipleChoice ? 'Several values' : 'One value'} of${sortValuesAlphabetically ? ', in alphabetical order' : ''}:`
    const lines = [head, ...(values.get(id) ?? []).map(({ value }) => value.replace(/\s+/g, ' '))]
    return element(
      'Variable',
      attribute('guid', guids.of('property', id)) + attribute('name', key) + attribute('typeOfVariable', 'Text'),
      `<Description>${xmlText(lines.join('\n'))}</Description>`,
    )
  })
}

/** The values of each source as `VariableValue` elements, by its id, in the order of the properties. */
export function variableValues(frame: Properties, guids: Guids): Map<number, string> {
  const places = new Map(frame.propertyKeys.map(({ id }, place) => [id, place]))
  const words = new Map(frame.propertyValues.map(({ id, value }) => [id, value]))
  const rows = frame.sourceProperties
    .filter(({ keyId, valueId }) => places.has(keyId) && words.has(valueId))
    .sort((a, b) => (places.get(a.keyId) ?? 0) - (places.get(b.keyId) ?? 0) || a.id - b.id)
  const bySource = new Map<number, string>()
  for (const { sourceId, keyId, valueId } of rows) {
    const variable = element('VariableRef', attribute('targetGUID', guids.of('property', keyId)))
    const value = `<TextValue>${xmlText(words.get(valueId) ?? '')}</TextValue>`
    bySource.set(sourceId, `${bySource.get(sourceId) ?? ''}<VariableValue>${variable}${value}</VariableValue>`)
  }
  return bySource
}
