/** The sound that was heard last, so that passages of one recording after the other fetch, and open, it once. */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { isProblem } from '../../../model/problems.ts'

type Hearing = Pick<ProjectHandle, 'hearSound'>

let last: { project: Hearing; hash: string; sound: ReturnType<Hearing['hearSound']> } | null = null

/** Problems: those of `hearSound`. */
export async function heardLately(project: Hearing, hash: string): ReturnType<Hearing['hearSound']> {
  if (last?.project === project && last.hash === hash) return last.sound
  const own = { project, hash, sound: project.hearSound(hash) }
  last = own
  const heard = await own.sound
  if (isProblem(heard) && last === own) last = null
  return heard
}
