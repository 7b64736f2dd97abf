/** A passage of an answer on its way from the text to a quirk: by drag and drop, by menu, or as the current selection. */
export interface Passage {
  sourceId: number
  questionId: number
  start: number
  length: number
  /** Of the text that it was taken from (see the query `answer`). */
  tick?: number | undefined
}

/**
 * The drag's own type, so that a drop from elsewhere is never taken for a passage. It names the project, for that is all that can be
 * read of a drag on its way: ids mean nothing in another one's window. Lower case: browsers fold it.
 */
const passageType = (project: string): string => `application/x-thicket-passage.${project.toLowerCase()}`

export const putPassage = (data: DataTransfer, project: string, passage: Passage): void =>
  data.setData(passageType(project), JSON.stringify(passage))
export const hasPassage = (data: DataTransfer | null, project: string): boolean =>
  data?.types.includes(passageType(project)) ?? false

export function takePassage(data: DataTransfer | null, project: string): Passage | null {
  const text = data?.getData(passageType(project))
  return text ? (JSON.parse(text) as Passage) : null
}

/** The quirk that a passage in the hand would be given to: where its disc is in the window, in px. */
export interface PassageTarget {
  readonly top: number
  readonly bottom: number
  readonly title: string
  /** As CSS takes it. */
  readonly colour: string
}

const watching = new Set<(target: PassageTarget | null) => void>()

/** Returns the end of it. */
export function onAim(listener: (target: PassageTarget | null) => void): () => void {
  watching.add(listener)
  return () => void watching.delete(listener)
}

/** Null: it would be given to none. */
export function aimPassage(target: PassageTarget | null): void {
  for (const tell of watching) tell(target)
}
