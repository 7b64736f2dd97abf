/** The thread of `readInThread`: reads the one table that it was made with. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ImportFile } from '../../workers/import/readSources.ts'
import { readTable, type TableWish } from './readTable.ts'

const { file, wish } = workerData as { file: ImportFile; wish: TableWish }
void readTable(file, wish).then((read) => parentPort?.postMessage(read))
