/** Reports and pictures as actions of the palette. */

import type { Handlers } from '../../../actions/actions.ts'
import { type ReportKind, reportActs, reportKinds } from '../../../features/report/reportEntries.ts'

export const reportActions = (onReport: (kind: ReportKind) => void): Handlers =>
  Object.fromEntries(reportKinds.map((kind) => [reportActs[kind], { run: () => onReport(kind) }]))
