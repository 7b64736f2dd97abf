import type { RefObject } from 'react'
import { saveExport } from '../../data/files/saveExport.ts'
import { saveTable } from '../../data/files/saveTable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import type { WordsCounted } from '../../model/queries.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import type { PlacedWord } from '../../ui/words/placeWords.ts'
import { wordCloudPicture } from './wordCloudPicture.ts'

export interface CloudFiles {
  table: () => void
  /** Null while there is no cloud. */
  svg: () => void
  png: () => void
}

/** The table and the picture as files. */
export function useWordCloudExport(
  asked: WordsCounted | undefined,
  placed: RefObject<readonly PlacedWord[]>,
): CloudFiles {
  const t = useT()
  const project = useProject()
  const name = t('wordCloud.fileName')

  const table = async () => {
    if (!asked) return
    const heads = [t('wordCloud.column.word'), t('wordCloud.column.count'), t('wordCloud.column.share')] as const
    const fileName = `${projectTitle(project.state.name)} ${name}`
    const saved = await saveTable(project, 'wordFile', { ...asked, heads }, fileName)
    if (isProblem(saved)) showProblem(saved.problem)
  }
  /** A PNG in double size, for print. */
  const picture = async (as: 'drawnPng' | 'drawnSvg') => {
    const drawn = wordCloudPicture(placed.current, name, t('wordCloud.title'), as === 'drawnPng' ? 2 : 1)
    const saved = await saveExport(project, as, drawn)
    if (isProblem(saved)) showProblem(saved.problem)
  }
  return {
    table: () => void table(),
    svg: () => void picture('drawnSvg'),
    png: () => void picture('drawnPng'),
  }
}
