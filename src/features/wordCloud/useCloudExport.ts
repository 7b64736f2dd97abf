import type { RefObject } from 'react'
import { saveFile } from '../../data/files/saveFile.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { AnalysisValue } from '../../model/queries.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import type { PlacedWord } from '../../ui/words/placeWords.ts'
import { cloudPng, cloudSvg } from '../../ui/words/wordPicture.ts'
import { type WordRow, type WordsCounted, wordsCsv } from './cloudFile.ts'

export interface CloudFiles {
  table: () => void
  /** Null while there is no cloud. */
  svg: () => void
  png: () => void
}

/** Rows in one question. */
const rowsAtOnce = 500

/** The table and the picture as files. */
export function useCloudExport(asked: WordsCounted | undefined, placed: RefObject<readonly PlacedWord[]>): CloudFiles {
  const t = useT()
  const project = useProject()
  const name = `${projectTitle(project.state.name)} ${t('cloud.fileName')}`

  const all = async (of: WordsCounted): Promise<{ rows: WordRow[]; occurrences: number } | Problem> => {
    const rows: WordRow[] = []
    for (;;) {
      const answer = await new Promise<AnalysisValue<'wordCounts'> | Problem>((resolve) => {
        const stop = project.watchAnalysis('wordCounts', { ...of, offset: rows.length, limit: rowsAtOnce }, (found) => {
          queueMicrotask(() => stop())
          resolve(isProblem(found) ? found.problem : found.ok)
        })
      })
      if ('kind' in answer) return answer
      rows.push(...answer.rows)
      if (answer.rows.length === 0 || rows.length >= answer.total) return { rows, occurrences: answer.occurrences }
    }
  }
  const table = async () => {
    if (!asked) return
    const found = await all(asked)
    if ('kind' in found) return showProblem(found)
    const heads = [t('cloud.column.word'), t('cloud.column.count'), t('cloud.column.share')] as const
    saveFile(wordsCsv(found.rows, found.occurrences, heads), `${name}.csv`)
  }
  const title = t('cloud.title')
  return {
    table: () => void table(),
    svg: () => saveFile(new Blob([cloudSvg(placed.current, title)], { type: 'image/svg+xml' }), `${name}.svg`),
    png: () => void cloudPng(placed.current).then((picture) => saveFile(picture, `${name}.png`)),
  }
}
