/** What a merge has made is sent as a new project, or goes into the open one. */
import { useEffect, useRef, useState } from 'react'
import type { TakeBack } from '../../data/copies/runTakeable.ts'
import { type CarriedRows, keepSounds } from '../../data/files/carriedRows.ts'
import type { Upload } from '../../data/server/uploadFile.ts'
import { type MadeProject, sendProject } from '../../data/server/uploadProject.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { sayLackingSound } from '../../ui/feedback/sayLackingSound.ts'
import type { MergingProjects } from './useMerging.ts'

/** Who hears of it. */
export interface Merged {
  /** `name`: as it was sent. */
  onMerged: (uuid: string, name: string) => void
  onMergedInto: (takeBack: TakeBack) => void
}

/** The rows as they are sent, of a project that is to be protected. */
export type Sealing = (made: CarriedRows) => Promise<Result<CarriedRows>>

export interface Sending {
  /** As a new project; `ask`: how its rows are sealed; null: that cannot be done yet, which is said elsewhere. */
  send: (name: string, ask: () => Promise<Sealing | null>) => Promise<void>
  /** Into the open project. */
  sendInto: () => Promise<void>
  /** How far the result is sent, 0 to 1; null: nobody knows; undefined: nothing is sent. */
  share: number | null | undefined
  problem: Problem | null
  /** The problem is said no more. */
  forget: () => void
  stop: () => void
}

export function useSending(
  { rows, into }: Pick<MergingProjects, 'rows' | 'into'>,
  { onMerged, onMergedInto }: Merged,
): Sending {
  const t = useT()
  const [share, setShare] = useState<number | null | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const running = useRef<Upload<MadeProject> | null>(null)
  const isOver = useRef(false)
  const stop = () => {
    isOver.current = true
    running.current?.cancel()
  }
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
      running.current?.cancel()
    }
  }, [])
  const send: Sending['send'] = async (name, ask) => {
    setProblem(null)
    setShare(null)
    const sealing = await ask()
    if (sealing === null) return setShare(undefined)
    const merged = await rows()
    const made = merged && !isProblem(merged) ? await sealing(merged.ok) : merged
    if (made === null || isOver.current) return
    if (isProblem(made)) {
      setShare(undefined)
      return setProblem(made.problem)
    }
    running.current = sendProject(name, made.ok.rows, (done) => setShare(done < 1 ? done : null))
    const answer = await running.current.answer
    if (isOver.current) return
    if (isProblem(answer)) {
      setShare(undefined)
      return setProblem(answer.problem)
    }
    const { project_uuid: uuid } = answer.ok
    const kept = await keepSounds(uuid, made.ok)
    // Also where the dialog was left meanwhile: the project is there.
    if (isProblem(kept)) sayLackingSound(t, projectTitle(name), kept.problem)
    if (isOver.current) return
    setShare(undefined)
    onMerged(uuid, name)
  }
  const sendInto = async () => {
    setProblem(null)
    setShare(null)
    const done = await into()
    if (done === null || isOver.current) return
    setShare(undefined)
    if (isProblem(done)) setProblem(done.problem)
    else onMergedInto(done.ok)
  }
  return { send, sendInto, share, problem, forget: () => setProblem(null), stop }
}
