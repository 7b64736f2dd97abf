import { useEffect } from 'react'
import { apiBytes } from '../../data/server/server.ts'
import { fileName } from '../../features/files/paths.ts'
import { isProblem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { go, useHashSearch } from '../hash.ts'

/** A `.qdpx` that Thicket was started with stands in the address: its path, and the key under which the server gives it away. */
export function useGivenQdpx(take: (file: File, path: string) => void): void {
  const search = useHashSearch()
  // What is taken off the address is not asked for again: the effect ends with it, the fetching goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address matters
  useEffect(() => {
    const asked = new URLSearchParams(search)
    const [key, path] = [asked.get('given'), asked.get('path')]
    if (!key || !path) return
    go('/projects', { replace: true })
    void apiBytes('GET /web/api/local/given/{key}', { path: { key } }).then((read) =>
      isProblem(read) ? showProblem(read.problem) : take(new File([read.ok as BlobPart], fileName(path)), path),
    )
  }, [search])
}
