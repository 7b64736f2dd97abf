/** `name`, or `name (2)` and so on where another has it; capitals make no difference. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()))
  let free = name
  for (let n = 2; known.has(free.toLowerCase()); n += 1) free = `${name} (${n})`
  return free
}

/** `path` of a project's file, or `… (2).qrk` and so on where there is one already. */
export async function freePath(path: string, isThere: (path: string) => Promise<boolean>): Promise<string> {
  const stem = path.replace(/\.qrk$/i, '')
  let free = path
  for (let n = 2; await isThere(free); n += 1) free = `${stem} (${n}).qrk`
  return free
}
