import { useEffect, useRef, useState } from 'react'
import { type TakeBack, takeable } from '../../data/copies/runTakeable.ts'
import type { CarriedRows } from '../../data/files/carriedRows.ts'
import {
  type AddedCounts,
  type MergedOther,
  type MergePreview,
  type Merger,
  openMerger,
} from '../../data/files/merger.ts'
import { useProject } from '../../data/live/useLive.ts'
import { mergeTitle } from '../../model/history.ts'
import { isProblem, ok, type Problem, type Result } from '../../model/problems.ts'

export type Similar = MergedOther['similar'][number]

/** A project that is to be added to the base. */
export interface Added {
  key: number
  name: string
  /** Of one of the list; a file has none that counts. */
  uuid: string | null
  /** How far it is read, 0 to 1; null: nobody knows. */
  share: number | null
  /** Null while it is read. */
  read: Result<AddedCounts> | null
  /** It was opened by its password. */
  isProtected: boolean
  /** Sources that stay beside the similar ones of the base. */
  kept: readonly Similar[]
}

export interface Mergeable {
  uuid: string
  title: string
}

export interface MergingProjects {
  added: readonly Added[]
  /** How far the base is read, 0 to 1. */
  baseShare: number
  baseProblem: Problem | null
  /** Null: there is nothing to be shown. */
  preview: Result<MergePreview> | null
  /** What is shown is of before the last choice. */
  isComparing: boolean
  addProject(project: Mergeable): void
  addFiles(files: readonly File[]): void
  /** The password or recovery code of one that is protected. Problems: wrongPassword, and those of reading it. */
  unlock(key: number, secret: string): Promise<Result<unknown>>
  remove(key: number): void
  /** Whether their source stays beside the similar one of the base. */
  keepBoth(key: number, source: Similar, both: boolean): void
  /** What is shown, with its sounds, which are to be had until the work ends; null: it has ended. */
  rows(): Promise<Result<CarriedRows> | null>
  /**
   * What is shown becomes part of the open project, in one step, once its server has the sounds; comes back with what takes that step back. Null: the work has ended. Where others have changed the
   * project since it was read (mergeChanged), it is read anew, and what comes of it now is shown.
   */
  into(): Promise<Result<TakeBack> | null>
}

/** The open project as the base, and what comes of it with the projects that are added. `author`: whose rows are that bear no name in another program's project. */
export function useMerging(author: string): MergingProjects {
  const project = useProject()
  const merger = useRef<Merger | null>(null)
  const keys = useRef(0)
  const [added, setAdded] = useState<readonly Added[]>([])
  const [baseShare, setBaseShare] = useState(0)
  const [baseProblem, setBaseProblem] = useState<Problem | null>(null)
  const [readAnew, setReadAnew] = useState(0)
  const [shown, setShown] = useState<{ of: string; preview: Result<MergePreview> } | null>(null)

  useEffect(() => {
    const opened = openMerger(project, setBaseShare)
    merger.current = opened
    void opened.base.then((read) => read && isProblem(read) && setBaseProblem(read.problem))
    return () => opened.end()
  }, [project])

  const change = (key: number, by: (one: Added) => Added) =>
    setAdded((before) => before.map((one) => (one.key === key ? by(one) : one)))
  const add = (
    name: string,
    uuid: string | null,
    read: (key: number, merger: Merger) => Promise<Result<AddedCounts> | null>,
  ) => {
    if (!merger.current) return
    keys.current += 1
    const key = keys.current
    setAdded((before) => [...before, { key, name, uuid, share: null, read: null, isProtected: false, kept: [] }])
    void read(key, merger.current).then((done) => done && change(key, (one) => ({ ...one, read: done })))
  }

  const chosen = added
    .filter(({ read }) => read && !isProblem(read))
    .map(({ key, kept }) => ({ key, keepBoth: kept.map(({ sourceId }) => sourceId) }))
  const wish = JSON.stringify({ readAnew, chosen })
  const into = async (counts: MergePreview['counts']): Promise<Result<TakeBack> | null> => {
    const rows = await merger.current?.added(
      chosen.map(({ key }) => key),
      project.keepSound,
    )
    if (!rows || isProblem(rows)) return rows ?? null
    const others = chosen.map(({ keepBoth }, i) => ({ rows: rows.ok[i] as Blob, keepBoth }))
    const [only, ...more] = chosen
    const title = more.length === 0 && added.find(({ key }) => key === only?.key)?.name
    const args = { others, shown: counts, ...(title && { title }) }
    const done = await takeable(project, mergeTitle, () =>
      project.runAll([{ command: 'mergeProjects', args }], mergeTitle),
    )
    if (!isProblem(done) || done.problem.kind !== 'mergeChanged') return done
    const read = await merger.current?.reread()
    if (!read) return null
    setReadAnew((times) => times + 1)
    return isProblem(read) ? read : done
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish says all that is chosen
  useEffect(() => {
    if (chosen.length === 0) return
    let isWished = true
    void merger.current?.preview(chosen).then((preview) => preview && isWished && setShown({ of: wish, preview }))
    return () => {
      isWished = false
    }
  }, [wish])

  return {
    added,
    baseShare,
    baseProblem,
    preview: chosen.length > 0 ? (shown?.preview ?? null) : null,
    isComparing: chosen.length > 0 && shown?.of !== wish,
    addProject: ({ uuid, title }) => add(title, uuid, (key, to) => to.addProject(key, { uuid, name: title })),
    addFiles(files) {
      for (const file of files)
        add(file.name, null, (key, to) =>
          to.addFile(key, file, author, (share) => change(key, (one) => ({ ...one, share }))),
        )
    },
    async unlock(key, secret) {
      const done = await merger.current?.unlock(key, secret)
      if (!done) return ok(undefined)
      // Another password may be tried.
      if (!isProblem(done) || done.problem.kind !== 'wrongPassword')
        change(key, (one) => ({ ...one, read: done, isProtected: true }))
      return done
    },
    remove(key) {
      merger.current?.remove(key)
      setAdded((before) => before.filter((one) => one.key !== key))
    },
    keepBoth: (key, source, both) =>
      change(key, (one) => {
        const others = one.kept.filter(({ sourceId }) => sourceId !== source.sourceId)
        return { ...one, kept: both ? [...others, source] : others }
      }),
    rows: async () => merger.current?.rows() ?? null,
    into: async () => (shown && !isProblem(shown.preview) ? into(shown.preview.ok.counts) : null),
  }
}
