import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import { properties } from '../properties.ts'
import { type Cell, mostExact } from './sheet.ts'

/** The properties of sources as columns of cells: numbers where every source has one number or nothing, else texts. */
export function propertyCells(frame: ProjectFrame): { columns: string[]; of(sourceId: number): Cell[] } {
  const { columns, of } = properties(frame)
  const texts = columns.map(() => false)
  for (const { id } of frame.sources)
    for (const [at, value] of of(id).entries()) if (value !== '' && !isNumber(value)) texts[at] = true
  return {
    columns,
    of: (sourceId) => of(sourceId).map((value, at) => (value === '' || texts[at] ? value : Number(value))),
  }
}

/** That would be written with the same signs again: 007 and 1.0 are names. */
const isNumber = (value: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(value) && String(Number(value)) === value && Math.abs(Number(value)) <= mostExact
