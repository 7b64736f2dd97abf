/** Reports and pictures as actions of the palette. */

import type { Handlers } from '../../../actions/actions.ts'
import type { ReportKind } from '../../../features/report/reportEntries.ts'

export const reportActions = (onReport: (kind: ReportKind) => void): Handlers => ({
  previewReport: { run: () => onReport('preview') },
  downloadReport: { run: () => onReport('download') },
  reportAsWord: { run: () => onReport('word') },
  pictures: { run: () => onReport('pictures') },
})
