/** `name`, or `name (2)` and so on where another has it; capitals make no difference. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()))
  let free = name
  for (let n = 2; known.has(free.toLowerCase()); n += 1) free = `${name} (${n})`
  return free
}
