/** Reports and pictures as actions of the palette. */

import { type ReportKind, reportActs, reportKinds } from '../../../features/report/reportEntries.ts'
import type { Handlers } from './doable.ts'

export const reportActions = (onReport: (kind: ReportKind) => void): Handlers =>
  Object.fromEntries(reportKinds.map((kind) => [reportActs[kind], { run: () => onReport(kind) }]))
