import { numbered } from '../../model/rules/numbered.ts'

/** `name`, or `name (2)` and so on where another has it; capitals make no difference. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()))
  return numbered(name, (free) => known.has(free.toLowerCase()))
}

/** `path` of a project's file, or `… (2).qrk` and so on where there is one already. */
export async function freePath(path: string, isThere: (path: string) => Promise<boolean>): Promise<string> {
  const stem = path.replace(/\.qrk$/i, '')
  let free = path
  for (let n = 2; await isThere(free); n += 1) free = `${stem} (${n}).qrk`
  return free
}
