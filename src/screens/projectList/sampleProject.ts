/** The sample project (fixtures/sample) as a project of this person, in their language; its words are fetched only for it. */
import type { SampleWords } from '../../../fixtures/sample/words.ts'
import { api } from '../../data/server/server.ts'
import type { Language } from '../../i18n/language.ts'
import type { ProjectEntry, ProjectJson } from '../../model/contract/shapes.ts'
import { isProblem, problem, type Result } from '../../model/problems.ts'
import { isChunkFailure } from '../../ui/chunkFailure.ts'
import { reloadForChunk } from '../chunkReload.ts'

type Project = Pick<ProjectEntry, 'project_uuid' | 'name'>
/** `made`: its file is new. */
type Sample = Project & { made: boolean }

const words: Record<Language, () => Promise<{ words: SampleWords }>> = {
  de: () => import('../../../fixtures/sample/de.ts'),
  en: () => import('../../../fixtures/sample/en.ts'),
  es: () => import('../../../fixtures/sample/es.ts'),
  fr: () => import('../../../fixtures/sample/fr.ts'),
  pt: () => import('../../../fixtures/sample/pt.ts'),
}
/** Files of the sample's name that are no projects of ours, or damaged: beyond so many nobody looks further. */
const mostNames = 10

/** Problems: cannotConnect, and why no file could be made. */
export async function openSample(language: Language): Promise<Result<Sample>> {
  const upload = await drawn(language)
  if (isProblem(upload)) return upload
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? upload.ok.name : `${upload.ok.name} ${n}`
    const made = await api('POST /web/api/v2/projects/json', { body: { ...upload.ok, name } })
    if (!isProblem(made)) return { ok: { ...made.ok, made: true } }
    if (made.problem.kind === 'projectNameTaken') return listed(name)
    if (made.problem.kind !== 'fileExists') return made
    // Looked at before: it is found again as it was left.
    const found = await api('POST /web/api/local/open', { body: { path: made.problem.name } })
    if (!isProblem(found)) return { ok: { ...found.ok, made: false } }
    if (found.problem.kind === 'projectLocked' || n === mostNames) return found
  }
}

/** On a server of many people it is one of the person's own by its name. */
async function listed(name: string): Promise<Result<Sample>> {
  const list = await api('GET /web/api/v2/projects')
  if (isProblem(list)) return list
  const found = list.ok.projects.find((project) => project.name === name)
  return found ? { ok: { ...found, made: false } } : problem({ kind: 'projectNotFound', name })
}

async function drawn(language: Language): Promise<Result<ProjectJson>> {
  try {
    const [said, { sampleProject }] = await Promise.all([
      words[language](),
      import('../../../fixtures/sample/sampleProject.ts'),
    ])
    return { ok: { name: said.words.name, project_json: sampleProject(said.words, Date.now()) } }
  } catch (error) {
    if (!isChunkFailure(error)) throw error
    await reloadForChunk(error)
    return problem({ kind: 'cannotConnect' })
  }
}
