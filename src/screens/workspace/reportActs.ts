/** Reports and pictures as acts of the palette. */
import type { ReportKind } from '../../features/report/reportEntries.ts'
import type { Handlers } from './acts.ts'

export const reportActs = (onReport: (kind: ReportKind) => void): Handlers => ({
  previewReport: { run: () => onReport('preview') },
  downloadReport: { run: () => onReport('download') },
  reportAsWord: { run: () => onReport('word') },
  pictures: { run: () => onReport('pictures') },
})
