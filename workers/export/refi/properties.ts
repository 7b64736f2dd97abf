/** Properties of sources as variables. */

import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import { xmlText } from '../xml.ts'
import type { Guids } from './guid.ts'
import { attribute, element } from './xml.ts'

type Properties = Pick<ProjectFrame, 'propertyKeys' | 'propertyValues' | 'sourceProperties'>

/**
 * The description holds what the format has no place for: how many values a source may have, by what they are joined, their order, those that
 * no source has.
 */
export function variables(frame: Properties, guids: Guids): string[] {
  const { propertyKeys, propertyValues } = frame
  const values = Map.groupBy(propertyValues, ({ keyId }) => keyId)
  const given = Map.groupBy(valuesOfSources(frame), ({ keyId }) => keyId)
  return propertyKeys.map(({ id, key, multipleChoice, sortValuesAlphabetically }) => {
    const sign = signBetween(given.get(id) ?? [])
    const joined = sign === null ? '' : `, joined by “${sign}”`
    const order = sortValuesAlphabetically ? ', in alphabetical order' : ''
    const head = `${multipleChoice ? 'Several values' : 'One value'} of${joined}${order}:`
    const lines = [head, ...(values.get(id) ?? []).map(({ value }) => value.replace(/\s+/g, ' '))]
    return element(
      'Variable',
      attribute('guid', guids.of('property', id)) + attribute('name', key) + attribute('typeOfVariable', 'Text'),
      `<Description>${xmlText(lines.join('\n'))}</Description>`,
    )
  })
}

/**
 * The values of each source as `VariableValue` elements, by its id, in the order of the properties: one of each property, as other programs
 * refuse a file in which a variable of a source comes again.
 */
export function variableValues(frame: Properties, guids: Guids): Map<number, string> {
  const given = valuesOfSources(frame)
  const signs = new Map([...Map.groupBy(given, ({ keyId }) => keyId)].map(([id, lists]) => [id, signBetween(lists)]))
  const bySource = new Map<number, string>()
  for (const { sourceId, keyId, values } of given) {
    const variable = element('VariableRef', attribute('targetGUID', guids.of('property', keyId)))
    const value = `<TextValue>${xmlText(values.join(signs.get(keyId) ?? ''))}</TextValue>`
    bySource.set(sourceId, `${bySource.get(sourceId) ?? ''}<VariableValue>${variable}${value}</VariableValue>`)
  }
  return bySource
}

interface Given {
  sourceId: number
  keyId: number
  values: string[]
}

/** What each source has of each property, in their order. */
function valuesOfSources({ propertyKeys, propertyValues, sourceProperties }: Properties): Given[] {
  const places = new Map(propertyKeys.map(({ id }, place) => [id, place]))
  const words = new Map(propertyValues.map(({ id, value }) => [id, value]))
  const rows = sourceProperties
    .filter(({ keyId, valueId }) => places.has(keyId) && words.has(valueId))
    .sort((a, b) => (places.get(a.keyId) ?? 0) - (places.get(b.keyId) ?? 0) || a.id - b.id)
  const given = new Map<string, Given>()
  for (const { sourceId, keyId, valueId } of rows) {
    const value = words.get(valueId) ?? ''
    const there = given.get(`${sourceId} ${keyId}`)
    if (there) there.values.push(value)
    else given.set(`${sourceId} ${keyId}`, { sourceId, keyId, values: [value] })
  }
  return [...given.values()]
}

/** By which the values of a property can be joined so that they can be told apart again; null: none has several. */
function signBetween(given: readonly Given[]): string | null {
  if (given.every(({ values }) => values.length < 2)) return null
  const isClear = (sign: string) =>
    given.every(({ values }) => {
      const parts = values.join(sign).split(sign)
      return parts.length === values.length && parts.every((part, at) => part === values[at])
    })
  const usual = [', ', '; ', ' / '].find(isClear)
  if (usual !== undefined) return usual
  for (let bars = '|'; ; bars += '|') if (isClear(` ${bars} `)) return ` ${bars} `
}
