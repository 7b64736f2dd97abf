/** Names of projects in an archive: no path, and none twice. */
import { suffix } from './projectFile.ts'

const longest = 100

/** `taken`: the names that the archive has already, to which the new one is added. */
export function archiveName(title: string, taken: Set<string>): string {
  const plain = title.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, longest)
  for (let n = 1; ; n += 1) {
    const name = `projects/${plain}${n > 1 ? ` (${n})` : ''}${suffix}`
    // Systems that tell no case apart would put one over the other.
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}
