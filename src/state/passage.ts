/** A passage of an answer on its way from the text to a quirk: by drag and drop, by menu, or as the current selection. */
export interface Passage {
  sourceId: number
  questionId: number
  start: number
  length: number
}

/** The drag's own type, so that a drop from elsewhere is never taken for a passage. Lower case: browsers fold it. */
export const passageType = 'application/x-thicket-passage'

export const putPassage = (data: DataTransfer, passage: Passage): void =>
  data.setData(passageType, JSON.stringify(passage))
export const hasPassage = (data: DataTransfer | null): boolean => data?.types.includes(passageType) ?? false

export function takePassage(data: DataTransfer | null): Passage | null {
  const text = data?.getData(passageType)
  return text ? (JSON.parse(text) as Passage) : null
}
