import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import { type Cell, mostExact } from './sheet.ts'

/** Ids as cells of one type in all sheets, so that rows of one can be looked up in another: numbers, or texts where one of them would be rounded. */
export function idCells({ sources, quirks, questions, lastId }: ProjectFrame): (id: number) => Cell {
  const isLong = [...sources, ...quirks, ...questions, { id: lastId }].some(({ id }) => id > mostExact)
  return isLong ? String : (id) => id
}
