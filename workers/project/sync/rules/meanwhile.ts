/** What its person is told when what waits has met what others did meanwhile, and has become something else than they did. */

/** `author`: who did the other thing. */
export type Meanwhile =
  | BothTexts
  | CellTwice
  /** So many passages were coded here with a quirk (`title`) that another has merged `into` one. */
  | { kind: 'wentAlong'; title: string; into: string; n: number; author: string }

/** What was written here while another wrote the same text has come to stand beside theirs. `title`: of the quirk, or of the memo's source. */
export interface BothTexts {
  kind: 'bothTexts'
  of: 'memo' | 'quirk'
  title: string
  author: string
}

/** Another has set the same property of a source, and theirs has gone. All as they are called. */
export interface CellTwice {
  kind: 'cellTwice'
  property: string
  source: string
  own: string
  theirs: string
  author: string
}
