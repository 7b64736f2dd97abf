/** A file that a person has chosen becomes the sound of a recording: first its bytes, then the row that names them. */
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { isProblem, ok, problem, type Result } from '../../../model/problems.ts'

interface Place {
  sourceId: number
  questionId: number
}

/** `recordingId`: of one that has no sound yet. `unplayable`: this browser does not know how the file is written. Problems: those of `keepSound` and of the commands. */
export async function keepRecording(
  project: Pick<ProjectHandle, 'keepSound' | 'run'>,
  place: Place,
  file: File,
  recordingId?: number,
): Promise<Result<void> | 'unplayable'> {
  const milliseconds = await lengthOf(file)
  if (milliseconds === null) return 'unplayable'
  const kept = await project.keepSound(file)
  if (isProblem(kept)) return kept
  const sound = { hash: kept.ok, type: file.type, milliseconds }
  const done =
    recordingId === undefined
      ? await project.run('addRecording', { ...place, title: file.name, ...sound })
      : await project.run('updateRecording', { recordingId, sound })
  return 'problem' in done ? problem(done.problem) : ok(undefined)
}

/** In ms, 0 where the file does not say; null: this browser cannot play it. */
async function lengthOf(file: File): Promise<number | null> {
  const audio = new Audio()
  const url = URL.createObjectURL(file)
  try {
    audio.preload = 'metadata'
    const isKnown = new Promise<boolean>((resolve) => {
      audio.addEventListener('loadedmetadata', () => resolve(true), { once: true })
      audio.addEventListener('error', () => resolve(false), { once: true })
    })
    audio.src = url
    if (!(await isKnown)) return null
    return Number.isFinite(audio.duration) ? Math.round(audio.duration * 1000) : 0
  } finally {
    audio.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}
