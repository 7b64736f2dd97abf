/**
 * Who has a project open, and where they are: told beside the log, never numbered and never stored. Positions in a text hold
 * for the text as the room has it after `version` edits; whoever shows them moves them over what has come since.
 */
import type { Access } from './access.ts'

/** UTF-16 units of the answer's plain text; equal: a caret. */
export interface Selected {
  anchor: number
  head: number
}

export interface PersonPlace {
  /** −1: in no source. */
  sourceId: number
  questionId: number
  /** In the text of this answer. */
  selection: (Selected & { answerId: number; version: number }) | null
  /** The quirk that is in the hand or in a form. */
  quirkId: number | null
}

/** What a client says of itself, as the member `presence` of a request. `author`: looked at in local mode alone. */
export interface Presence {
  author?: string
  place: PersonPlace | null
}

/** A person, however many windows they have open: the place is that of the window used last. */
export interface PersonHere {
  /** A number of this room for as long as it is open. */
  who: number
  author: string
  /** Which of `personPalette`. */
  colour: number
  access: Access
  place: PersonPlace | null
}

/** The member `people` of a frame. With `all`, those told before are forgotten. */
export interface PeopleNews {
  all?: true
  put: PersonHere[]
  gone: number[]
  /** How many there are, oneself included; more than are told where there are very many. */
  count: number
}

/** By which people are told apart: hues far from each other, each dark enough for white letters on it and light enough to be seen on dark. */
export const personPalette = [
  '#d01f2f',
  '#1f66e0',
  '#1b8721',
  '#8645f0',
  '#9c5c00',
  '#007b88',
  '#c0189f',
  '#7a6878',
] as const
/** With more people than this, each is told of those on the same source, and how many there are. */
export const mostPeopleTold = 200
