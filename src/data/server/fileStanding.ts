import { useEffect, useState } from 'react'
import type { FileStanding } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'
import { api } from './server.ts'

/** ms between two looks where the file is written from a copy. */
const lookEvery = 5000

/** How the file of an open project stands to what is worked on; null until it is known. `online`: whether the project is open at the server. */
export function useFileStanding(uuid: string, online: boolean): FileStanding | null {
  const [standing, setStanding] = useState<FileStanding | null>(null)
  const inCopy = standing !== null && standing.place !== null
  useEffect(() => {
    if (!online) return
    let isWanted = true
    const look = async () => {
      const answer = await api('GET /web/api/local/standing', { query: { project: uuid } })
      if (isWanted && !isProblem(answer)) setStanding(answer.ok)
    }
    void look()
    const timer = inCopy ? setInterval(() => void look(), lookEvery) : undefined
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [uuid, online, inCopy])
  return standing
}
