import { z } from 'zod'
import type { ProjectCounts } from '../../projectRows.ts'
import type { MergeCounts } from '../../rules/projects/merge/mergeProjects.ts'
import { answer, flag, id, ids, maybe, returns, returnsId, returnsNothing, takenAs, text } from './command.ts'

export interface ProjectImported {
  sourceIds: number[]
  /** What was added. */
  added: ProjectCounts
  /** Sources that were there already. */
  joined: number
  /**
   * Where its texts answer one question: the file's words for it ('': none), and the words and place, from 1, of the project's question
   * under which they are. null: of several or no questions, or of the only one, without words.
   */
  under: { asked: string; question: string; number: number } | null
  /** Sources that were left out, not being there. */
  absent?: number
  /** Values of properties that took the place of others: how many, and the first of them as `Ana: Age 24 → 56`, apart by semicolons. */
  replaced?: { count: number; values: string }
}

/** A Blob. */
export interface LaidAside {
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Project JSON; `keepBoth`: ids of its sources that become sources of their own although the base has similar ones. */
const mergedIn = z.object({
  rows: takenAs<Uint8Array | string | LaidAside>(text),
  keepBoth: maybe(ids.readonly()),
})
export type MergedIn = z.infer<typeof mergedIn>

/** On the text of a source that is read from a file. Without an author: by whoever imports it; at time 0: of now. */
const memo = z.object({
  /** Both 0: on the text as a whole. */
  start: z.int(),
  length: z.int(),
  content: text,
  author: text,
  timestamp: z.int(),
})
export type NewMemo = z.infer<typeof memo>

const source = { title: maybe(text), html: maybe(text), icon: maybe(text) }
const newSource = z.object(source)
export type NewSource = z.infer<typeof newSource>

/** Of what a text was written down. `words`: as `writeTimedWords` writes them; left out, nobody knows when anything was said. */
const recording = {
  title: text,
  /** Of its sound, which the project keeps already (`sound/media.ts`); both empty: there are only times. */
  hash: text,
  type: text,
  /** 0: nobody knows. */
  milliseconds: z.int().min(0),
  words: maybe(text),
}
const newRecording = z.object(recording)
export type NewRecording = z.infer<typeof newRecording>

const sourceOfFile = z.object({
  ...source,
  memos: maybe(z.array(memo).readonly()),
  folder: maybe(text),
  recording: maybe(newRecording),
})

export const sourceCommands = {
  createSource: returnsId(source),
  /**
   * Sources with their texts, in one step; returns their ids in the order given. The texts answer that question, or the first. The folders of
   * a source's file (`study/second`) become its property `folderProperty`. A title that is taken already gets the last of them, else a
   * number: `Anna (second)`, `Anna (2)`.
   */
  importSources: returns<number[]>()({ sources: z.array(sourceOfFile), questionId: maybe(id) }),
  /** A recording of what a text is, or becomes while somebody types it; returns its id. */
  addRecording: returnsId({ ...answer, ...recording }),
  /** Its sound, or what it is called; what was known of the times of its words stays. */
  updateRecording: returnsNothing({
    recordingId: id,
    title: maybe(text),
    sound: maybe(newRecording.pick({ hash: true, type: true, milliseconds: true })),
  }),
  /** With its sound and the times of its words; the text stays. */
  removeRecording: returnsNothing({ recordingId: id }),
  /**
   * A project that was read from a file, added to this one in one step: `rows` is the text of a project JSON (`projectRows.ts`), in UTF-8 where
   * it is large; `title`: what the file calls it. Quirks are matched by their path, questions, groups, properties and values by their words; a
   * source whose title and texts are there already is that source, and gets what lies on it but what is there. Authors and times are kept. The
   * texts of a project with one question answer `questionId`, or the first. `knownOnly`: a source without texts that is not there is left out. `sounds`: the hashes
   * under which the project keeps the sounds of its recordings, by those that the rows have; where it is given, others have none.
   */
  importProject: returns<ProjectImported>()({
    /** What lies with the browser is read by the worker, so that no thread holds it twice; the command itself has the bytes. */
    rows: takenAs<Uint8Array | string | LaidAside>(text),
    title: maybe(text),
    questionId: maybe(id),
    knownOnly: maybe(flag),
    sounds: maybe(z.record(text, text)),
  }),
  /**
   * Other projects, merged into this one in one step by the rules of `rules/projects/merge`: nothing of it changes but for what it did not have. Authors
   * and times are kept, and its people may be among these authors. `title`: of the one project that is added. `shown`: what the person was shown that
   * comes of it; where that is not so any more, nothing is done (`mergeChanged`).
   */
  mergeProjects: returns<MergeCounts>()({
    others: z.array(mergedIn).readonly(),
    title: maybe(text),
    shown: maybe(takenAs<MergeCounts>(z.looseObject({}))),
  }),
  /**
   * The project as it was at an earlier time: the rows that `state` names (the text of a `PastState`, `history.ts`) are what they were then,
   * highlights and memos exactly where they lay; what has come since and is not named stays. Returns how many rows are others now.
   */
  restoreState: returns<number>()({ state: takenAs<Uint8Array | string>(text), seq: z.int() }),
  updateSource: returnsNothing({ sourceId: id, title: maybe(text), icon: maybe(text) }),
  removeSources: returnsNothing({ sourceIds: ids }),
}
