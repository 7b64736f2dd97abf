/** Two letters for a name: of its first and its last word, else its first two. */
export function initials(name: string): string {
  const words = name.split(/[\s@.]+/u).filter((word) => word !== '')
  const first = [...(words[0] ?? '?')]
  const last = words.length > 1 ? [...(words.at(-1) ?? '')] : first.slice(1)
  return `${first[0] ?? '?'}${last[0] ?? ''}`.toLocaleUpperCase()
}
