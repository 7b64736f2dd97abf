/** What its person is told when what waits has met what others did meanwhile, and has become something else than they did. */
import type { BothText } from './bothTexts.ts'
import type { CellTwice } from './cellsTwice.ts'

/** `author`: who did the other thing. */
export type Meanwhile =
  /** What was written here while another wrote the same text has come to stand beside theirs. */
  | ({ kind: 'bothTexts' } & BothText)
  /** Another has set the same property of a source, and theirs has gone. */
  | ({ kind: 'cellTwice' } & CellTwice)
  /** So many passages were coded here with a quirk (`title`) that another has merged `into` one. */
  | { kind: 'wentAlong'; title: string; into: string; n: number; author: string }
