import { type ComponentType, createContext } from 'react'

/** Where a passage lies: units of the text of an answer. */
export interface PassageAt {
  sourceId: number
  questionId: number
  start: number
  length: number
}

/** What rows of passages draw to play what was said there, nothing where there is no sound. Null: nothing is played here. */
export const PassageSound = createContext<ComponentType<PassageAt> | null>(null)
