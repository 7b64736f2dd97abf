/** Merges projects in a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { AddedCounts, ChosenOther, MergePreview } from '../../../workers/merge/merging.ts'
import type { MergeApi } from '../../../workers/merge.worker.ts'
import { endIn } from '../../model/importedKinds.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import type { SoundOf } from '../../model/sound/media.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { apiBytes } from '../server/server.ts'
import { type CarriedRows, laidAside, soundIn, soundOf } from './carriedRows.ts'
import { openReader, type Report } from './importer.ts'

/** Every answer is null once the work has ended. */
export interface Merger {
  /** The base has been read. */
  readonly base: Promise<Result<void> | null>
  /** Of a server, or of this machine. */
  addProject(key: number, project: { uuid: string; name: string }): Promise<Result<AddedCounts> | null>
  /** `.qrk`, `.json`, `.qdpx`. `author`: whose rows are in another program's project that bear no name. */
  addFile(key: number, file: File, author: string, report: Report): Promise<Result<AddedCounts> | null>
  /** Adds one that was refused as protected, by its password or recovery code. */
  unlock(key: number, secret: string): Promise<Result<AddedCounts> | null>
  remove(key: number): void
  preview(chosen: readonly ChosenOther[]): Promise<Result<MergePreview> | null>
  /** The result of the last preview, not sealed. Its sounds are to be had until the work ends. Problems: those of `SoundOf`. */
  rows(): Promise<Result<CarriedRows> | null>
  /**
   * Those that are added, as project JSONs in this order. Before that `keep` gets each of their sounds that the base does not have, and says by which hash the base
   * keeps it. Problems: those of `SoundOf` and of `keep`.
   */
  added(keys: readonly number[], keep: (sound: Blob) => Promise<Result<string>>): Promise<Result<Blob[]> | null>
  /** Reads the base anew, which others have changed meanwhile. */
  reread(): Promise<Result<void> | null>
  /** Always to be called: the workers go. */
  end(): void
}

/** Larger ones the server does not take either; in bytes. */
const mostRead = 256 * 1024 * 1024

type Base = Pick<ProjectHandle, 'reader' | 'hearSound' | 'state'>

/** What a project of the server keeps under a hash. */
const keptBy =
  (uuid: string): SoundOf<Blob> =>
  async (hash) => {
    const bytes = await apiBytes('GET /v1/thicket/projects/{uuid}/media/{hash}', { path: { uuid, hash } })
    return isProblem(bytes) ? bytes : ok(new Blob([bytes.ok]))
  }

export function openMerger(project: Base, report: Report): Merger {
  const ended = new AbortController()
  const { signal } = ended
  const worker = new Worker(new URL('./merge.worker.js', import.meta.url), { type: 'module' })
  const api: Remote<MergeApi> = wrap<MergeApi>(worker)
  const reader = openReader(signal)
  const over = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const broken = new Promise<Result<never>>((resolve) =>
    worker.addEventListener('error', ({ message }) => resolve(failed(message || 'the merge worker did not start'))),
  )
  /** What comes first: the answer, the end, a fault. */
  const ask = <T>(answer: () => Promise<Result<T>>): Promise<Result<T> | null> =>
    Promise.race([over, broken, answer().catch((error: Error) => failed(error.message))])

  const removed = new Set<number>()
  /** Those that wait for their password. */
  const locked = new Map<number, Adding>()

  // Not the reader itself: comlink takes a proxy's members one by one.
  const { frame, contents } = project.reader
  const heard = proxy(soundOf(project))
  const read = () =>
    ask(
      async () =>
        api.open(proxy({ frame, contents }), heard, project.state.isProtected, proxy(report)) as Promise<Result<void>>,
    )
  const base = read()
  const add = async (
    key: number,
    adding: Adding,
    secret: string | null = null,
  ): Promise<Result<AddedCounts> | null> => {
    const { file, author, kept } = adding
    if (file.size > mostRead) return problem({ kind: 'fileTooLarge', name: file.name, most: mostRead })
    const opened = await base
    if (opened === null || isProblem(opened)) return opened
    const added = await ask(async () => api.add(key, file, author, secret, kept && proxy(kept)))
    if (added && !isProblem(added)) locked.delete(key)
    if (added && isProblem(added) && added.problem.kind === 'protectedProject') locked.set(key, adding)
    // Not wanted any more while it was read.
    if (removed.has(key)) void api.remove(key)
    return added
  }
  const sound: SoundOf<Blob> = async (hash) =>
    (await ask(async () => api.sound(hash) as Promise<Result<Blob>>)) ?? problem({ kind: 'cannotConnect' })
  return {
    base,
    async addProject(key, { uuid, name }) {
      const bytes = await apiBytes('GET /web/api/v2/projects/{uuid}/{form}', { path: { uuid, form: 'json' }, signal })
      if (signal.aborted) return null
      if (isProblem(bytes)) return bytes
      return add(key, { file: new File([bytes.ok], `${name}.json`), author: '', kept: keptBy(uuid) })
    },
    async addFile(key, file, author, onProgress) {
      if (endIn(file.name, 'project') !== 'qdpx') return add(key, { file, author: '', kept: null })
      const read = await reader
        .readProject(file, onProgress)
        .catch((error: Error) => problem({ kind: 'conversionFailed', name: file.name, detail: error.message }))
      if (read === null || isProblem(read)) return read
      const rows = new File([read.ok.rows], `${file.name}.json`)
      return add(key, { file: rows, author, kept: soundIn({ sounds: laidAside(read.ok.sounds) }) })
    },
    async unlock(key, secret) {
      const asked = locked.get(key)
      return asked ? add(key, asked, secret) : null
    },
    remove(key) {
      removed.add(key)
      locked.delete(key)
      void base.then((opened) => {
        if (opened && !isProblem(opened)) void api.remove(key)
      })
    },
    preview: (chosen) => ask(async () => ok(await api.preview(chosen))),
    async rows() {
      const made = await ask(async () => api.rows() as Promise<Result<{ rows: Blob; sounds: string[] }>>)
      if (!made || isProblem(made)) return made
      return ok({ rows: made.ok.rows, sounds: made.ok.sounds.map((hash) => ({ hash, bytes: () => sound(hash) })) })
    },
    async added(keys, keep) {
      const wanted = await ask(async () => api.soundsOf(keys) as Promise<Result<string[]>>)
      if (!wanted || isProblem(wanted)) return wanted
      const kept = await keepEach(wanted.ok, sound, keep)
      return isProblem(kept) ? kept : ask(async () => ok(await api.added(keys, kept.ok)))
    },
    reread: read,
    end() {
      ended.abort()
      reader.end()
      worker.terminate()
    },
  }
}

/** A project that is being read. */
interface Adding {
  file: File
  /** Whose rows are that bear no name. */
  author: string
  /** The bytes of its sounds; null: they are in the file, if they are anywhere. */
  kept: SoundOf<Blob> | null
}

/** The hashes under which they are kept, by those that they had. What was lost before is passed over. */
async function keepEach(
  hashes: readonly string[],
  sound: SoundOf<Blob>,
  keep: (sound: Blob) => Promise<Result<string>>,
): Promise<Result<Map<string, string>>> {
  const all = new Map<string, string>()
  for (const hash of hashes) {
    const heard = await sound(hash)
    if (isProblem(heard) && heard.problem.kind === 'soundNotFound') continue
    const kept = isProblem(heard) ? heard : await keep(heard.ok)
    if (isProblem(kept)) return kept
    all.set(hash, kept.ok)
  }
  return ok(all)
}

function failed(detail: string): Result<never> {
  return problem({ kind: 'mergeFailed', detail })
}

export type { AddedCounts, ChosenOther, MergedOther, MergePreview, Some } from '../../../workers/merge/merging.ts'
