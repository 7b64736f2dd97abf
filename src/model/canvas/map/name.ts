/** The name of a quirk as it stands below its disc. */
export interface Name {
  readonly lines: readonly string[]
  /** In canvas px, at full size. */
  readonly wide: number
  readonly high: number
}

/** Px: of what holds others at the first level, and of all else. */
export const nameSize = { heading: 15.5, usual: 12 } as const
/** Of a line, in ems. */
export const nameLeading = 1.25
/** Between a disc and its name. */
export const nameGap = 3
