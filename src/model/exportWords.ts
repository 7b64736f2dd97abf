/**
 * The words of the interface that stand in exported files, for the page and for the command line.
 * Promises: `{n}` in a question's name stands for its place.
 */
type Key =
  | `export.${'untitledSource' | 'path' | 'level' | 'colour' | 'sources' | 'memo' | 'memos'}`
  | `quirk.${'untitled' | 'description' | 'key'}`
  | `list.${'byQuirk' | 'words' | 'source' | 'question' | 'paragraph' | 'start' | 'byLength'}`
  | `source.${'byHighlights' | 'byAuthor' | 'byDate'}`
  | 'group.title'
  | 'question.untitled'

export function exportWords(t: (key: Key, values?: { n: string }) => string) {
  const untitledSource = t('export.untitledSource')
  const untitledQuirk = t('quirk.untitled')
  const unnamedQuestion = t('question.untitled', { n: '{n}' })
  return {
    documents: { untitledSource, untitledQuirk, unnamedQuestion },
    codebook: {
      untitled: untitledQuirk,
      columns: {
        quirk: t('list.byQuirk'),
        path: t('export.path'),
        level: t('export.level'),
        description: t('quirk.description'),
        colour: t('export.colour'),
        groups: t('group.title'),
        key: t('quirk.key'),
        highlights: t('source.byHighlights'),
        sources: t('export.sources'),
        author: t('source.byAuthor'),
        date: t('source.byDate'),
      },
    },
    sources: {
      untitledSource,
      columns: {
        source: t('list.source'),
        author: t('source.byAuthor'),
        date: t('source.byDate'),
        highlights: t('source.byHighlights'),
        memos: t('export.memos'),
      },
    },
    memos: {
      untitledSource,
      unnamedQuestion,
      columns: {
        memo: t('export.memo'),
        words: t('list.words'),
        source: t('list.source'),
        question: t('list.question'),
        author: t('source.byAuthor'),
        date: t('source.byDate'),
        start: t('list.start'),
        length: t('list.byLength'),
      },
    },
    quotes: {
      columns: [
        t('list.byQuirk'),
        t('list.words'),
        t('list.source'),
        t('list.question'),
        t('source.byAuthor'),
        t('source.byDate'),
        t('list.paragraph'),
        t('list.start'),
        t('list.byLength'),
      ],
    },
  }
}

/** Formats that cannot carry all of a project: what they lack is said when one is written, under `export.lacks.{format}`. */
const lacking = ['xlsx', 'docx', 'docxEach', 'sourcesCsv', 'codebookCsv', 'memosCsv', 'qdpx', 'qdc', 'json'] as const
export const isLacking = (format: string): format is (typeof lacking)[number] =>
  (lacking as readonly string[]).includes(format)
