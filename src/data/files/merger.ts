/** Merges projects in a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { AddedCounts, ChosenOther, MergePreview } from '../../../workers/merge/merging.ts'
import type { MergeApi } from '../../../workers/merge.worker.ts'
import { endIn } from '../../model/importedKinds.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { apiBytes } from '../server/server.ts'
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
  /** The result of the last preview, as a project JSON. */
  rows(): Promise<Result<Blob> | null>
  /** Those that are added, as project JSONs in this order. */
  added(keys: readonly number[]): Promise<Result<Blob[]> | null>
  /** Reads the base anew, which others have changed meanwhile. */
  reread(): Promise<Result<void> | null>
  /** Always to be called: the workers go. */
  end(): void
}

/** Larger ones the server does not take either; in bytes. */
const mostRead = 256 * 1024 * 1024

export function openMerger(project: Pick<ProjectHandle, 'reader'>, report: Report): Merger {
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
  const locked = new Map<number, { file: File; author: string }>()

  // Not the reader itself: comlink takes a proxy's members one by one.
  const { frame, contents, sound } = project.reader
  const read = () =>
    ask(async () => api.open(proxy({ frame, contents, sound }), proxy(report)) as Promise<Result<void>>)
  const base = read()
  const add = async (
    key: number,
    file: File,
    author = '',
    secret: string | null = null,
  ): Promise<Result<AddedCounts> | null> => {
    if (file.size > mostRead) return problem({ kind: 'fileTooLarge', name: file.name, most: mostRead })
    const opened = await base
    if (opened === null || isProblem(opened)) return opened
    const added = await ask(async () => api.add(key, file, author, secret))
    if (added && !isProblem(added)) locked.delete(key)
    if (added && isProblem(added) && added.problem.kind === 'protectedProject') locked.set(key, { file, author })
    // Not wanted any more while it was read.
    if (removed.has(key)) void api.remove(key)
    return added
  }
  return {
    base,
    async addProject(key, { uuid, name }) {
      const bytes = await apiBytes('GET /web/api/v2/projects/{uuid}/{form}', { path: { uuid, form: 'json' }, signal })
      if (signal.aborted) return null
      return isProblem(bytes) ? bytes : add(key, new File([bytes.ok], `${name}.json`))
    },
    async addFile(key, file, author, onProgress) {
      if (endIn(file.name, 'project') !== 'qdpx') return add(key, file)
      const read = await reader
        .readProject(file, onProgress)
        .catch((error: Error) => problem({ kind: 'conversionFailed', name: file.name, detail: error.message }))
      if (read === null || isProblem(read)) return read
      return add(key, new File([read.ok.rows], `${file.name}.json`), author)
    },
    async unlock(key, secret) {
      const asked = locked.get(key)
      return asked ? add(key, asked.file, asked.author, secret) : null
    },
    remove(key) {
      removed.add(key)
      locked.delete(key)
      void base.then((opened) => {
        if (opened && !isProblem(opened)) void api.remove(key)
      })
    },
    preview: (chosen) => ask(async () => ok(await api.preview(chosen))),
    rows: () => ask(async () => ok(await api.rows())),
    added: (keys) => ask(async () => ok(await api.added(keys))),
    reread: read,
    end() {
      ended.abort()
      reader.end()
      worker.terminate()
    },
  }
}

function failed(detail: string): Result<never> {
  return problem({ kind: 'mergeFailed', detail })
}

export type { AddedCounts, ChosenOther, MergedOther, MergePreview, Some } from '../../../workers/merge/merging.ts'
