/** `name`, or `name (2)`, `name (3)` and so on where another has it. */
export function numbered(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let n = 2; isTaken(free); n += 1) free = `${name} (${n})`
  return free
}

/** The name without such a number. */
export const withoutNumber = (name: string): string => name.replace(/ \(\d+\)$/, '')
