import { useEffect } from 'react'
import type { Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { go, useHashSearch } from '../hash.ts'

/** Why a file that Thicket was started with from a desktop does not open stands in the address: there nobody sees what the program prints. */
export function useRefusedFile(): void {
  const refused = new URLSearchParams(useHashSearch()).get('refused')
  useEffect(() => {
    if (refused === null) return
    go('/projects', { replace: true })
    const found = read(refused)
    if (found) showProblem(found)
  }, [refused])
}

function read(text: string): Problem | null {
  try {
    const found = JSON.parse(text) as Problem | null
    return typeof found?.kind === 'string' ? found : null
  } catch {
    return null
  }
}
