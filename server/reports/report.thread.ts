/** The thread of one report: tells the problem, or null once the file is written. It comes after the event loop before it loads what it needs. */
import { parentPort, workerData } from 'node:worker_threads'
import { comesAfter, lowerPriority } from '../base/turns/lowerPriority.ts'
import type { ReportAsked } from './reportFile.ts'

lowerPriority(comesAfter.behind)
void import('./writeReportOut.ts')
  .then(({ writeReportOut }) => writeReportOut(workerData as ReportAsked))
  .then((found) => parentPort?.postMessage(found))
