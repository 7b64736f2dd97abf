/** The sound of a project that was heard last, so that passages of one recording after the other fetch, and open, it once; it goes with the open project. */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { isProblem } from '../../../model/problems.ts'

type Hearing = Pick<ProjectHandle, 'hearSound'>

const last = new WeakMap<Hearing, { hash: string; sound: ReturnType<Hearing['hearSound']> }>()

/** Problems: those of `hearSound`. */
export async function heardLately(project: Hearing, hash: string): ReturnType<Hearing['hearSound']> {
  const before = last.get(project)
  if (before?.hash === hash) return before.sound
  const own = { hash, sound: project.hearSound(hash) }
  last.set(project, own)
  const heard = await own.sound
  if (isProblem(heard) && last.get(project) === own) last.delete(project)
  return heard
}
