/**
 * How exports read a project: first its frame, then its sources by and by. What lies on a source is read with its text, so that every position
 * fits; a project that changes meanwhile is in the file as each source was when its turn came, and never names what the frame does not hold.
 */
import type { Answer, Highlight, Memo, Recording, Row } from './schema.ts'

/** Everything but the texts and what lies on them. Lists are in the order of their ids, questions in theirs. */
export interface ProjectFrame {
  /** Of the project, as its window shows it. */
  title: string
  /** Stays through renaming, moving and copying the file; empty where it has none yet. */
  uuid: string
  questions: Row<'questions'>[]
  quirks: Row<'quirks'>[]
  groups: Row<'groups'>[]
  groupQuirks: Row<'group_quirks'>[]
  shortcutKeys: Row<'quirk_shortcut_keys'>[]
  propertyKeys: Row<'source_metadata_keys'>[]
  propertyValues: Row<'source_metadata_values'>[]
  sourceProperties: Row<'source_metadatas'>[]
  sources: Row<'sources'>[]
  /** The largest id of its highlights and memos, 0 where it has none. */
  lastId: number
  chatMessages: Row<'chat_messages'>[]
  preferences: Row<'preferences'>[]
}

/** Answers in the order of the questions, highlights and memos by question, start, length, id, recordings and transcripts by id. */
export interface SourceContent {
  sourceId: number
  answers: Answer[]
  highlights: Highlight[]
  memos: Memo[]
  recordings: Recording[]
  transcripts: Row<'transcripts'>[]
}

export interface ProjectReader {
  frame(): Promise<ProjectFrame>
  /** Those of these sources that are still there, in this order. */
  contents(sourceIds: readonly number[]): Promise<SourceContent[]>
  /** The sound of a recording, not sealed; null: it is not to be had. */
  sound(hash: string): Promise<Uint8Array | null>
}

/** Writers yield their file piece by piece and report parts done, 0 to 1. They stop when the generator is ended. */
export type ExportReport = (share: number) => void
export type ExportedFile = AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>
