/** From the middle of a line of a picture down to its baseline, in ems of the interface's font. */
export const baseline = 0.3
